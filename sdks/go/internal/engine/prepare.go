package engine

import "github.com/bunting-flags/bunting/sdks/go/internal/jsontext"

// fewValues is the most values that are compared one by one: more are found faster in a map.
const fewValues = 8

func prepareOne(in *instruction, condition *condition) bool {
	text, ok := condition.textOf(condition.value)
	if !ok {
		return false
	}
	in.text = text
	if number, ok := jsontext.Number(text); ok && numberText(number) == text {
		in.number, in.isNumber = number, true
	}
	return true
}

func prepareList(in *instruction, condition *condition) bool {
	values, ok := condition.value.([]any)
	if !ok || len(values) == 0 || len(values) > maxValues {
		return false
	}
	wanted := make([]string, len(values))
	for at, value := range values {
		if wanted[at], ok = condition.textOf(value); !ok {
			return false
		}
	}
	in.text = wanted[0]
	in.operand = &operand{texts: wanted[1:]}
	if len(wanted) > fewValues {
		in.operand = &operand{set: setOf(wanted[1:])}
	}
	return true
}

func setOf(texts []string) map[string]struct{} {
	set := make(map[string]struct{}, len(texts))
	for _, text := range texts {
		set[text] = struct{}{}
	}
	return set
}

func prepareTexts(in *instruction, condition *condition) bool {
	var wanted []string
	switch value := condition.value.(type) {
	case string:
		wanted = []string{value}
	case []any:
		if len(value) == 0 || len(value) > maxValues {
			return false
		}
		for _, each := range value {
			text, ok := each.(string)
			if !ok {
				return false
			}
			wanted = append(wanted, text)
		}
	default:
		return false
	}
	if condition.ignoreCase {
		for at, text := range wanted {
			wanted[at] = fold(text)
		}
	}
	in.operand = &operand{found: textsOf(wanted, in.op == contains || in.op == notContains)}
	return true
}

func prepareNumber(in *instruction, condition *condition) bool {
	switch value := condition.value.(type) {
	case float64:
		in.number = value
		return true
	case string:
		var ok bool
		in.number, ok = jsontext.Number(value)
		return ok
	}
	return false
}

func prepareInstant(in *instruction, condition *condition) bool {
	text, ok := condition.value.(string)
	if ok {
		in.number, ok = readIsoInstant(text)
	}
	return ok
}

func prepareVersion(in *instruction, condition *condition) bool {
	text, ok := condition.value.(string)
	if !ok {
		return false
	}
	version, ok := readVersion(text)
	in.operand = &operand{version: &version}
	return ok
}

func prepareNone(_ *instruction, condition *condition) bool { return !condition.hasValue }

func preparePattern(in *instruction, condition *condition) bool {
	text, ok := condition.value.(string)
	if !ok {
		return false
	}
	in.operand = &operand{pattern: compilePattern(text)}
	return in.operand.pattern != nil
}

func prepareCountries(in *instruction, condition *condition) bool {
	codes, ok := condition.value.([]any)
	if !ok {
		codes = []any{condition.value}
	}
	if len(codes) == 0 || len(codes) > maxValues {
		return false
	}
	in.operand = &operand{countries: new([26]uint32)}
	for _, code := range codes {
		text, _ := code.(string)
		first, second, ok := lettersIn(text)
		if !ok {
			return false
		}
		in.operand.countries[first] |= 1 << second
	}
	return true
}
