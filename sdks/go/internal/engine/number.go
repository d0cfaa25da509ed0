package engine

import "math"

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
