package provider

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// jsonText writes a value as `jsonencode` of Terraform does, so that the two can be compared in a plan.
func jsonText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// documentIn reads a text that is a JSON object or array.
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

// isSameText tells whether two texts mean the same: by their letters, or as JSON documents.
func isSameText(one, other string) bool {
	if one == other {
		return true
	}
	first, isFirst := documentIn(one)
	second, isSecond := documentIn(other)
	return isFirst && isSecond && reflect.DeepEqual(first, second)
}

// keepText returns what a text of the service is in the state: as it was written there, if that means the same.
func keepText(before types.String, now *string, isSame func(one, other string) bool) types.String {
	if now == nil {
		return types.StringNull()
	}
	if !before.IsNull() && !before.IsUnknown() && isSame(before.ValueString(), *now) {
		return before
	}
	return types.StringValue(*now)
}

// isSameInstant compares timestamps however they are written.
func isSameInstant(one, other string) bool {
	first, err := time.Parse(time.RFC3339, one)
	if err != nil {
		return one == other
	}
	second, err := time.Parse(time.RFC3339, other)
	return err == nil && first.Equal(second)
}

// orNull is what a request has in place of a text that is not set.
func orNull(text types.String) any {
	if text.IsNull() {
		return nil
	}
	return text.ValueString()
}
