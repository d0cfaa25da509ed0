package engine

import (
	"regexp"
	"strings"
	"unicode"
)

// compilePattern reads a pattern of RE2's dialect; nil where it is none. Go's own matches in linear time.
func compilePattern(pattern string) *regexp.Regexp {
	if utf16Length(pattern) > maxPattern || !namesKnownClasses(pattern) {
		return nil
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return compiled
}

// namesKnownClasses is whether every \p{…} has a name that the service takes: Go also takes long names, and any case.
func namesKnownClasses(pattern string) bool {
	for at := 0; at+1 < len(pattern); at++ {
		if pattern[at] != '\\' {
			continue
		}
		at++
		if char := pattern[at]; char == 'Q' {
			// A literal goes on to \E.
			end := strings.Index(pattern[at:], `\E`)
			if end < 0 {
				return true
			}
			at += end + 1
		} else if (char == 'p' || char == 'P') && at+1 < len(pattern) && pattern[at+1] == '{' {
			name, _, ok := strings.Cut(pattern[at+2:], "}")
			if ok && !isKnownClass(strings.TrimPrefix(name, "^")) {
				return false
			}
		}
	}
	return true
}

func isKnownClass(name string) bool {
	if name == "Any" || name == "LC" || name == "Cn" {
		return true
	}
	_, isCategory := unicode.Categories[name]
	_, isScript := unicode.Scripts[name]
	return isCategory || isScript
}
