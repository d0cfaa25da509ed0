// Package jsontext reads JSON. encoding/json validates a text before it decodes it, and creates a map for each object: most
// of the time that a bundle would take.
package jsontext

import "strings"

// Skip validates the value at an index, however deep it is, and returns the index after it.
func Skip(text string, at int) (end int, ok bool) {
	// The brackets that close the objects and arrays that are open.
	var open []byte
	for {
		at = skipBlanks(text, at)
		if at == len(text) {
			return 0, false
		}
		switch first := text[at]; first {
		case '{', '[':
			closing := first + 2
			at = skipBlanks(text, at+1)
			if at < len(text) && text[at] == closing {
				at++
				break
			}
			if open = append(open, closing); first == '{' {
				if at, ok = skipName(text, at); !ok {
					return 0, false
				}
			}
			continue
		default:
			if at, ok = skipScalar(text, at); !ok {
				return 0, false
			}
		}
		for {
			if len(open) == 0 {
				return at, true
			}
			at = skipBlanks(text, at)
			closing := open[len(open)-1]
			if at == len(text) || text[at] != closing {
				break
			}
			at++
			open = open[:len(open)-1]
		}
		if at == len(text) || text[at] != ',' {
			return 0, false
		}
		at++
		if open[len(open)-1] == '}' {
			if at, ok = skipName(text, skipBlanks(text, at)); !ok {
				return 0, false
			}
		}
	}
}

// skipName skips the name of a member and its colon.
func skipName(text string, at int) (end int, ok bool) {
	if at, _, ok = skipString(text, at); !ok {
		return 0, false
	}
	at = skipBlanks(text, at)
	return at + 1, at < len(text) && text[at] == ':'
}

func skipScalar(text string, at int) (end int, ok bool) {
	switch text[at] {
	case '"':
		end, _, ok = skipString(text, at)
		return end, ok
	case 't':
		return skipWord(text, at, "true")
	case 'f':
		return skipWord(text, at, "false")
	case 'n':
		return skipWord(text, at, "null")
	}
	return skipNumber(text, at)
}

func skipWord(text string, at int, word string) (end int, ok bool) {
	return at + len(word), strings.HasPrefix(text[at:], word)
}

func skipBlanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
		at++
	}
	return at
}

// skipString also reports whether the text is as it stands between the quotes: ASCII without escapes.
func skipString(text string, at int) (end int, isPlain, ok bool) {
	if at == len(text) || text[at] != '"' {
		return 0, false, false
	}
	isPlain = true
	for at++; ; at++ {
		for at < len(text) && isPlainChar[text[at]] {
			at++
		}
		if at == len(text) || text[at] < ' ' {
			return 0, false, false
		}
		if text[at] == '"' {
			return at + 1, isPlain, true
		}
		isPlain = false
		if text[at] == '\\' {
			length := escapeLength(text[at:])
			if length == 0 {
				return 0, false, false
			}
			at += length - 1
		}
	}
}

// isPlainChar holds for ASCII that needs no escape.
var isPlainChar = func() (is [256]bool) {
	for char := ' '; char < 0x80; char++ {
		is[char] = char != '"' && char != '\\'
	}
	return is
}()

// escapeLength returns 0 for an invalid escape.
func escapeLength(text string) int {
	if len(text) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, text[1]) >= 0 {
		return 2
	}
	if text[1] != 'u' || len(text) < 6 {
		return 0
	}
	for _, char := range []byte(text[2:6]) {
		if !isDigit(char) && (char|32 < 'a' || char|32 > 'f') {
			return 0
		}
	}
	return 6
}

func skipNumber(text string, at int) (end int, ok bool) {
	if at < len(text) && text[at] == '-' {
		at++
	}
	whole := skipDigits(text, at)
	if whole == at || (whole > at+1 && text[at] == '0') {
		return 0, false
	}
	at = whole
	if at < len(text) && text[at] == '.' {
		fraction := skipDigits(text, at+1)
		if fraction == at+1 {
			return 0, false
		}
		at = fraction
	}
	if at < len(text) && text[at]|32 == 'e' {
		at++
		if at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		exponent := skipDigits(text, at)
		if exponent == at {
			return 0, false
		}
		at = exponent
	}
	return at, true
}

func skipDigits(text string, at int) int {
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return at
}

func isDigit(char byte) bool { return char >= '0' && char <= '9' }
