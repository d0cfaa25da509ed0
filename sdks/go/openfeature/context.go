package openfeature

import (
	"unicode/utf16"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/open-feature/go-sdk/openfeature"
)

// contextOf maps the targeting key to the user, and everything else to attributes. Values that cannot be attributes count
// as missing.
func contextOf(flat openfeature.FlattenedContext) bunting.EvalContext {
	who := bunting.EvalContext{Attributes: make(map[string]any, len(flat))}
	for name, value := range flat {
		if name == openfeature.TargetingKey {
			who.UserID, _ = value.(string)
		} else if !isTooLong(value) {
			who.Attributes[name] = value
		}
	}
	return who
}

// maxCharacters is the service's limit for a text in a list.
const maxCharacters = 1_024

func isTooLong(value any) bool {
	switch list := value.(type) {
	case []string:
		for _, text := range list {
			if lengthOf(text) > maxCharacters {
				return true
			}
		}
	case []any:
		for _, element := range list {
			if text, ok := element.(string); ok && lengthOf(text) > maxCharacters {
				return true
			}
		}
	}
	return false
}

func lengthOf(text string) int {
	length := 0
	for _, point := range text {
		length += utf16.RuneLen(point)
	}
	return length
}
