package provider

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// jsonText formats a value like Terraform's jsonencode, so that a plan can compare the two.
func jsonText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// documentIn parses a text that is a JSON object or array.
func documentIn(text string) (any, bool) {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewBufferString(trimmed))
	var document any
	if decoder.Decode(&document) != nil || decoder.More() {
		return nil, false
	}
	return document, true
}

// isSameText reports whether two texts are identical, or equal as JSON documents.
func isSameText(one, other string) bool {
	if one == other {
		return true
	}
	first, isFirst := documentIn(one)
	second, isSecond := documentIn(other)
	return isFirst && isSecond && reflect.DeepEqual(first, second)
}

// keepText returns a text of the service, in the state's form if both mean the same.
func keepText(before types.String, now *string, isSame func(one, other string) bool) types.String {
	if now == nil {
		return types.StringNull()
	}
	if !before.IsNull() && !before.IsUnknown() && isSame(before.ValueString(), *now) {
		return before
	}
	return types.StringValue(*now)
}

// isSameInstant reports whether two timestamps are the same instant, however they are written.
func isSameInstant(one, other string) bool {
	first, err := time.Parse(time.RFC3339, one)
	if err != nil {
		return one == other
	}
	second, err := time.Parse(time.RFC3339, other)
	return err == nil && first.Equal(second)
}

// orNull returns the value of a text in a request: null if it is not set.
func orNull(text types.String) any {
	if text.IsNull() {
		return nil
	}
	return text.ValueString()
}
