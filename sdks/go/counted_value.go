package bunting

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

const maxCounted = 200

// countedValue returns the value that an outcome is counted under. For an object or array that is the key of its variant
// or, without one, the beginning of its JSON text as JavaScript writes it.
func countedValue(outcome *engine.Outcome, raw func() json.RawMessage) any {
	switch outcome.Value.(type) {
	case map[string]any, []any:
		if outcome.HasVariant {
			return outcome.Variant
		}
		return cut(scriptText(outcome.Value, raw()))
	}
	return outcome.Value
}

// cut returns the first maxCounted UTF-16 code units of a text, without splitting a surrogate pair.
func cut(text string) string {
	length := 0
	for at, point := range text {
		if length += utf16.RuneLen(point); length > maxCounted {
			return text[:at]
		}
	}
	return text
}

// scriptText returns a value's JSON text as JavaScript writes it: without whitespace, and with members in the order of raw,
// except that integer names come first, in ascending order.
func scriptText(value any, raw json.RawMessage) string {
	var text bytes.Buffer
	writeScript(&text, value, raw)
	return text.String()
}

func writeScript(to *bytes.Buffer, value any, raw json.RawMessage) {
	switch value := value.(type) {
	case map[string]any:
		members, names := orderedMembers(raw)
		if len(names) != len(value) {
			names = slices.Sorted(maps.Keys(value))
		}
		to.WriteByte('{')
		for at, name := range names {
			if at > 0 {
				to.WriteByte(',')
			}
			writeQuoted(to, name)
			to.WriteByte(':')
			writeScript(to, value[name], members[name])
			if to.Len() > 4*maxCounted {
				return
			}
		}
		to.WriteByte('}')
	case []any:
		var elements []json.RawMessage
		_ = json.Unmarshal(raw, &elements)
		to.WriteByte('[')
		for at, element := range value {
			if at > 0 {
				to.WriteByte(',')
			}
			var each json.RawMessage
			if at < len(elements) {
				each = elements[at]
			}
			writeScript(to, element, each)
			if to.Len() > 4*maxCounted {
				return
			}
		}
		to.WriteByte(']')
	case string:
		writeQuoted(to, value)
	case float64:
		to.WriteString(engine.NumberText(value))
	case bool:
		to.WriteString(strconv.FormatBool(value))
	default:
		to.WriteString("null")
	}
}

// writeQuoted escapes exactly the characters that JavaScript escapes.
func writeQuoted(to *bytes.Buffer, text string) {
	to.WriteByte('"')
	for _, point := range text {
		switch point {
		case '"', '\\':
			to.WriteByte('\\')
			to.WriteRune(point)
		case '\b':
			to.WriteString(`\b`)
		case '\f':
			to.WriteString(`\f`)
		case '\n':
			to.WriteString(`\n`)
		case '\r':
			to.WriteString(`\r`)
		case '\t':
			to.WriteString(`\t`)
		default:
			if point < ' ' {
				to.WriteString(`\u00`)
				to.WriteByte("0123456789abcdef"[point>>4])
				to.WriteByte("0123456789abcdef"[point&15])
			} else {
				to.WriteRune(point)
			}
		}
	}
	to.WriteByte('"')
}

// orderedMembers returns an object's members, and their names in JavaScript's order.
func orderedMembers(raw json.RawMessage) (members map[string]json.RawMessage, names []string) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, nil
	}
	members = map[string]json.RawMessage{}
	for decoder.More() {
		token, err := decoder.Token()
		name, isText := token.(string)
		var value json.RawMessage
		if err != nil || !isText || decoder.Decode(&value) != nil {
			return nil, nil
		}
		if _, ok := members[name]; !ok {
			names = append(names, name)
		}
		members[name] = value
	}
	slices.SortStableFunc(names, func(one, other string) int {
		first, isFirst := indexIn(one)
		second, isSecond := indexIn(other)
		switch {
		case isFirst && isSecond:
			return int(int64(first) - int64(second))
		case isFirst:
			return -1
		case isSecond:
			return 1
		}
		return 0
	})
	return members, names
}

// indexIn returns the array index that a name is to JavaScript; false if it is none.
func indexIn(name string) (uint32, bool) {
	index, err := strconv.ParseUint(name, 10, 32)
	return uint32(index), err == nil && index < 1<<32-1 && strconv.FormatUint(index, 10) == name
}
