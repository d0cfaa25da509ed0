package engine

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// compilePattern compiles a pattern in RE2's syntax, which Go's regexp matches in linear time; nil if it is invalid.
func compilePattern(pattern string) *regexp.Regexp {
	if utf16Length(pattern) > maxPattern {
		return nil
	}
	written, ok := withOwnClasses(pattern)
	if !ok {
		return nil
	}
	compiled, err := regexp.Compile(written)
	if err != nil || hasNameTwice(compiled) {
		return nil
	}
	return compiled
}

func hasNameTwice(compiled *regexp.Regexp) bool {
	seen := map[string]struct{}{}
	for _, name := range compiled.SubexpNames() {
		if name == "" {
			continue
		}
		if _, ok := seen[name]; ok {
			return true
		}
		seen[name] = struct{}{}
	}
	return false
}

// withOwnClasses expands every \p{…}, and rejects names that the service rejects: Go knows fewer names, ignores their case,
// accepts long forms, and has an older Unicode.
func withOwnClasses(pattern string) (string, bool) {
	if !strings.Contains(pattern, `\p`) && !strings.Contains(pattern, `\P`) {
		return pattern, true
	}
	var written strings.Builder
	inClass := false
	for at := 0; at < len(pattern); {
		rest := pattern[at:]
		length := 1
		switch {
		case strings.HasPrefix(rest, `\Q`) && !inClass:
			length = len(rest)
			if end := strings.Index(rest, `\E`); end >= 0 {
				length = end + 2
			}
		case strings.HasPrefix(rest, `\p`) || strings.HasPrefix(rest, `\P`):
			name, after := classNameIn(rest[2:])
			text, ok := classText(name, rest[1] == 'P', inClass)
			if !ok {
				return "", false
			}
			written.WriteString(text)
			at = len(pattern) - len(after)
			continue
		case rest[0] == '\\' && len(rest) > 1:
			length = 2
		case inClass && strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]"):
			length = strings.Index(rest, ":]") + 2
		case inClass && rest[0] == ']':
			inClass = false
		case !inClass && rest[0] == '[':
			inClass = true
			length = len(classStart(rest))
		}
		written.WriteString(rest[:length])
		at += length
	}
	return written.String(), true
}

// classNameIn returns the name that follows \p, in braces or as one letter, and the rest; no name if it is malformed.
func classNameIn(text string) (name, after string) {
	if inBraces, isBraced := strings.CutPrefix(text, "{"); isBraced {
		name, after, isClosed := strings.Cut(inBraces, "}")
		if !isClosed {
			return "", ""
		}
		return name, after
	}
	_, length := utf8.DecodeRuneInString(text)
	return text[:length], text[length:]
}

// classStart returns the beginning of a class: a bracket that directly follows is a character, and does not close it.
func classStart(text string) string {
	end := 1
	if end < len(text) && text[end] == '^' {
		end++
	}
	if end < len(text) && text[end] == ']' {
		end++
	}
	return text[:end]
}

// classText returns a class in Go's syntax.
func classText(name string, negated, inClass bool) (string, bool) {
	positive := strings.TrimPrefix(name, "^")
	negated = negated != (positive != name)
	ranges := classOf(positive)
	if ranges == nil {
		return "", false
	}
	// Outside of a class, negate the class and not its ranges: these differ if case is ignored.
	if negated && inClass {
		ranges = complement(ranges)
	}
	// Go has no other syntax for an empty class.
	if len(ranges) == 0 {
		return `\P{Any}`, true
	}
	var text strings.Builder
	for _, each := range ranges {
		fmt.Fprintf(&text, `\x{%x}-\x{%x}`, each[0], each[1])
	}
	switch {
	case inClass:
		return text.String(), true
	case negated:
		return "[^" + text.String() + "]", true
	}
	return "[" + text.String() + "]", true
}
