package provider

import (
	"fmt"
	"reflect"
	"strconv"
)

// parseValue parses a value, which is text in HCL, by the type of its flag. Without a type it remains text.
func parseValue(kind, text string) (any, error) {
	switch kind {
	case "boolean":
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return nil, fmt.Errorf("%q is no boolean: the flag answers true or false", text)
	case "number":
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no number, as the flag answers", text)
		}
		return number, nil
	case "json":
		document, ok := documentIn(text)
		if !ok {
			return nil, fmt.Errorf("%q is no JSON object or array, as the flag answers: write it with jsonencode", text)
		}
		return document, nil
	}
	return text, nil
}

// valueText formats a value as text for HCL.
func valueText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return jsonText(value)
}

// isSameValue reports whether a text in the state represents a value of the service.
func isSameValue(text string, value any) bool {
	switch value := value.(type) {
	case float64:
		number, err := strconv.ParseFloat(text, 64)
		return err == nil && number == value
	case []any, map[string]any:
		document, ok := documentIn(text)
		return ok && reflect.DeepEqual(document, any(value))
	}
	return text == valueText(value)
}
