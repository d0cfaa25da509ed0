package engine

import (
	"math"
	"strconv"
)

// readNumber parses a number in JSON syntax. strconv also accepts hexadecimal, underscores and infinity.
func readNumber(text string) (float64, bool) {
	rest := text
	if rest != "" && rest[0] == '-' {
		rest = rest[1:]
	}
	whole := digitsIn(rest)
	if whole == 0 || (whole > 1 && rest[0] == '0') {
		return 0, false
	}
	rest = rest[whole:]
	if rest != "" && rest[0] == '.' {
		fraction := digitsIn(rest[1:])
		if fraction == 0 {
			return 0, false
		}
		rest = rest[1+fraction:]
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		exponent := digitsIn(rest)
		if exponent == 0 {
			return 0, false
		}
		rest = rest[exponent:]
	}
	if rest != "" {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	if math.IsInf(number, 0) || (err != nil && number != 0) {
		return 0, false
	}
	return number, true
}

// digitsIn returns the number of digits at the beginning of a text.
func digitsIn(text string) int {
	for at := range len(text) {
		if !isDigit(text[at]) {
			return at
		}
	}
	return len(text)
}

func isDigit(char byte) bool { return char >= '0' && char <= '9' }

const maxSafeInteger = 1<<53 - 1

func isSafeInteger(number float64) bool {
	return math.Trunc(number) == number && math.Abs(number) <= maxSafeInteger
}

// roundHalfUp rounds like JavaScript's Math.round; adding a half first would round 0.49999999999999994 up.
func roundHalfUp(number float64) float64 {
	whole := math.Floor(number)
	if number-whole >= 0.5 {
		return whole + 1
	}
	return whole
}
