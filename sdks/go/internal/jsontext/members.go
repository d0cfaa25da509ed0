package jsontext

import "strings"

// Members splits an object into its members without reading them, so that one that is too deep or too large does not affect
// the others. Members share the memory of the text, names do not. It returns false if the text is not an object.
func Members(text string) (map[string]string, bool) {
	reader := Reader{text: text, at: skipBlanks(text, 0)}
	if reader.at == len(text) || text[reader.at] != '{' {
		return nil, false
	}
	members := map[string]string{}
	for isMore := reader.opens('}'); isMore; {
		name, ok := reader.name()
		if !ok {
			return nil, false
		}
		start := skipBlanks(text, reader.at)
		if reader.at, ok = Skip(text, start); !ok {
			return nil, false
		}
		members[strings.Clone(name)] = text[start:reader.at]
		if isMore, ok = reader.goesOn('}'); !ok {
			return nil, false
		}
	}
	if skipBlanks(text, reader.at) < len(text) {
		return nil, false
	}
	return members, true
}
