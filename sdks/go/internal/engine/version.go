package engine

import "strings"

// version is a version as SemVer 2.0.0 orders it, without its build metadata.
type version struct {
	numbers    [3]string
	preRelease string
}

func readVersion(text string) (version, bool) {
	var read version
	rest := strings.TrimPrefix(text, "v")
	for at := range read.numbers {
		length := digitsIn(rest)
		if length == 0 || (length > 1 && rest[0] == '0') {
			return read, false
		}
		read.numbers[at], rest = rest[:length], rest[length:]
		if at < 2 {
			if rest == "" || rest[0] != '.' {
				return read, false
			}
			rest = rest[1:]
		}
	}
	rest, build, hasBuild := strings.Cut(rest, "+")
	if hasBuild && !areFields(build, true) {
		return read, false
	}
	if rest == "" {
		return read, true
	}
	if rest[0] != '-' {
		return read, false
	}
	read.preRelease = rest[1:]
	return read, areFields(read.preRelease, false)
}

// areFields reports whether a text is a sequence of fields separated by dots. Numbers may have leading zeros in build
// metadata only.
func areFields(text string, zeros bool) bool {
	for field := range strings.SplitSeq(text, ".") {
		if field == "" || (!zeros && len(field) > 1 && field[0] == '0' && isNumeric(field)) {
			return false
		}
		for at := range len(field) {
			char := field[at]
			if !isDigit(char) && char != '-' && (char|32 < 'a' || char|32 > 'z') {
				return false
			}
		}
	}
	return true
}

// compareVersions returns a negative number if one has lower precedence, and 0 if both have the same.
func compareVersions(one, other *version) int {
	for at := range one.numbers {
		if order := compareField(one.numbers[at], other.numbers[at]); order != 0 {
			return order
		}
	}
	a, b := one.preRelease, other.preRelease
	// A release has higher precedence than its pre-releases.
	if a == "" || b == "" {
		return len(b) - len(a)
	}
	for a != "" && b != "" {
		var fieldA, fieldB string
		fieldA, a, _ = strings.Cut(a, ".")
		fieldB, b, _ = strings.Cut(b, ".")
		if order := compareField(fieldA, fieldB); order != 0 {
			return order
		}
	}
	return len(a) - len(b)
}

func compareField(a, b string) int {
	if a == b {
		return 0
	}
	isNumber := isNumeric(a)
	if isNumber != isNumeric(b) {
		if isNumber {
			return -1
		}
		return 1
	}
	// The longer number is greater, whatever its number of digits.
	if isNumber && len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func isNumeric(text string) bool { return digitsIn(text) == len(text) }
