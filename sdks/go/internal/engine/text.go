package engine

import (
	"math"
	"strconv"
	"unicode/utf16"
)

// numberText formats a number as JavaScript does.
func numberText(number float64) string {
	var buffer [32]byte
	return string(appendNumber(buffer[:0], number))
}

func appendNumber(to []byte, number float64) []byte {
	if number == 0 {
		return append(to, '0') // -0 too
	}
	size := math.Abs(number)
	if size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(to, number, 'f', -1, 64)
	}
	start := len(to)
	to = strconv.AppendFloat(to, number, 'e', -1, 64)
	// Go writes an exponent with at least two digits.
	if end := len(to); end-start > 4 && to[end-2] == '0' && (to[end-3] == '-' || to[end-3] == '+') {
		to[end-2] = to[end-1]
		to = to[:end-1]
	}
	return to
}

// NumberText formats a number as JavaScript, and thus Bunting's service, does.
func NumberText(number float64) string { return numberText(number) }

// boolText returns the text by which a boolean is compared.
func boolText(value bool) string {
	if value {
		return "true"
	}
	return "false"
}

// scalarText returns the text by which a condition's value is compared; false if it has none.
func scalarText(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case bool:
		return boolText(value), true
	case float64:
		return numberText(value), true
	}
	return "", false
}

// utf16Length returns the length of a text in UTF-16 code units, in which limits are defined.
func utf16Length(text string) int {
	length := 0
	for _, point := range text {
		length += utf16.RuneLen(point)
	}
	return length
}
