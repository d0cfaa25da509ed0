package bunting

import (
	"encoding/json"
	"errors"
)

var errNotJSON = errors.New("this is not JSON")

// membersOf splits a JSON object into its members without decoding them, so that a member that is invalid or too deep for
// encoding/json does not affect the others. The last member of a name wins. Members that are objects are validated only
// with checksObjects: those that are split in turn would be validated twice.
func membersOf(text []byte, checksObjects bool) (map[string]json.RawMessage, error) {
	at := skipBlanks(text, 0)
	if at == len(text) || text[at] != '{' {
		return nil, errNotJSON
	}
	members := map[string]json.RawMessage{}
	at = skipBlanks(text, at+1)
	if at < len(text) && text[at] == '}' {
		return members, endOfText(text, at+1)
	}
	for {
		end, err := skipString(text, at)
		if err != nil {
			return nil, err
		}
		var name string
		if json.Unmarshal(text[at:end], &name) != nil {
			return nil, errNotJSON
		}
		at = skipBlanks(text, end)
		if at == len(text) || text[at] != ':' {
			return nil, errNotJSON
		}
		at = skipBlanks(text, at+1)
		if end, err = skipValue(text, at, checksObjects); err != nil {
			return nil, err
		}
		members[name] = text[at:end]
		at = skipBlanks(text, end)
		if at == len(text) {
			return nil, errNotJSON
		}
		if text[at] == '}' {
			return members, endOfText(text, at+1)
		}
		if text[at] != ',' {
			return nil, errNotJSON
		}
		at = skipBlanks(text, at+1)
	}
}

func endOfText(text []byte, at int) error {
	if skipBlanks(text, at) < len(text) {
		return errNotJSON
	}
	return nil
}

func skipBlanks(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
		at++
	}
	return at
}

func skipString(text []byte, at int) (int, error) {
	if at >= len(text) || text[at] != '"' {
		return 0, errNotJSON
	}
	for at++; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1, nil
		}
	}
	return 0, errNotJSON
}

func isEnd(char byte) bool {
	switch char {
	case ',', '}', ']', ' ', '\n', '\r', '\t':
		return true
	}
	return false
}

// deepest is the depth to which encoding/json validates values. Deeper ones are taken as they are and fail when they are
// compiled.
const deepest = 9_000

// skipValue returns the end of a value, however deep it is.
func skipValue(text []byte, start int, checksObjects bool) (int, error) {
	at, depth, most := start, 0, 0
	for at < len(text) {
		switch text[at] {
		case '"':
			end, err := skipString(text, at)
			if err != nil {
				return 0, err
			}
			at = end - 1
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
		if depth < 0 {
			break
		}
		at++
		if depth == 0 && (at == len(text) || isEnd(text[at])) {
			break
		}
	}
	if at == start || depth > 0 {
		return 0, errNotJSON
	}
	isChecked := checksObjects || text[start] != '{'
	if isChecked && most < deepest && !json.Valid(text[start:at]) {
		return 0, errNotJSON
	}
	return at, nil
}
