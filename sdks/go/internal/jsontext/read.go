package jsontext

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// Object holds the members of an object. It has few, so that they are found faster than in a map.
type Object []Member

// Member is a member of an object. No other one has its name: the last one of a name wins.
type Member struct {
	Name  string
	Value any
}

// Get returns nil if there is no such member.
func (o Object) Get(name string) any {
	value, _ := o.Find(name)
	return value
}

// Find returns false if there is no such member.
func (o Object) Find(name string) (value any, isThere bool) {
	for at := range o {
		if o[at].Name == name {
			return o[at].Value, true
		}
	}
	return nil, false
}

// Read reads one text; see [Reader.Read].
func Read(text string) (value any, ok bool) { return new(Reader).Read(text) }

// Number reads a text that is a number, and nothing else. strconv also accepts hexadecimal, underscores and infinity.
func Number(text string) (float64, bool) {
	if end, ok := skipNumber(text, 0); !ok || end < len(text) {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, !math.IsInf(number, 0) && (err == nil || number == 0)
}

// Plain turns objects into maps, as encoding/json decodes them.
func Plain(value any) any {
	switch value := value.(type) {
	case Object:
		plain := make(map[string]any, len(value))
		for _, member := range value {
			plain[member.Name] = Plain(member.Value)
		}
		return plain
	case []any:
		for at := range value {
			value[at] = Plain(value[at])
		}
	}
	return value
}

// Reader reads many texts, one after the other, without allocating again what it needs for each.
type Reader struct {
	text string
	at   int
	// The members and elements of what is being read: their number is not known before the end.
	members  []Member
	elements []any
}

// Read returns the value of a whole text: nil, a bool, a float64, a string, a []any or an Object. Strings share the memory of
// the text. It returns false where encoding/json fails: if the text is not JSON, or too deep, or a number is too large.
func (r *Reader) Read(text string) (value any, ok bool) {
	r.text, r.at, r.members, r.elements = text, 0, r.members[:0], r.elements[:0]
	if value, ok = r.value(0); !ok {
		return nil, false
	}
	return value, skipBlanks(text, r.at) == len(text)
}

const maxDepth = 10_000

func (r *Reader) value(depth int) (any, bool) {
	r.at = skipBlanks(r.text, r.at)
	if r.at == len(r.text) {
		return nil, false
	}
	switch char := r.text[r.at]; {
	case char == '"':
		return r.string()
	case (char == '{' || char == '[') && depth == maxDepth:
		return nil, false
	case char == '{':
		return r.object(depth)
	case char == '[':
		return r.array(depth)
	}
	start := r.at
	end, ok := skipScalar(r.text, start)
	if !ok {
		return nil, false
	}
	r.at = end
	switch r.text[start] {
	case 't', 'f':
		return r.text[start] == 't', true
	case 'n':
		return nil, true
	}
	return Number(r.text[start:end])
}

func (r *Reader) string() (string, bool) {
	start := r.at
	end, isPlain, ok := skipString(r.text, start)
	if !ok {
		return "", false
	}
	r.at = end
	if isPlain {
		return r.text[start+1 : end-1], true
	}
	var decoded string
	err := json.Unmarshal([]byte(r.text[start:end]), &decoded)
	return decoded, err == nil
}

func (r *Reader) array(depth int) (any, bool) {
	first := len(r.elements)
	for isMore := r.opens(']'); isMore; {
		value, ok := r.value(depth + 1)
		if !ok {
			return nil, false
		}
		r.elements = append(r.elements, value)
		if isMore, ok = r.goesOn(']'); !ok {
			return nil, false
		}
	}
	elements := append(make([]any, 0, len(r.elements)-first), r.elements[first:]...)
	r.elements = r.elements[:first]
	return elements, true
}

func (r *Reader) object(depth int) (any, bool) {
	first := len(r.members)
	for isMore := r.opens('}'); isMore; {
		name, ok := r.name()
		if !ok {
			return nil, false
		}
		value, ok := r.value(depth + 1)
		if !ok {
			return nil, false
		}
		r.members = append(r.members, Member{name, value})
		if isMore, ok = r.goesOn('}'); !ok {
			return nil, false
		}
	}
	members := withoutRepeats(r.members[first:])
	r.members = r.members[:first]
	return members, true
}

// name reads the name of a member and its colon.
func (r *Reader) name() (string, bool) {
	r.at = skipBlanks(r.text, r.at)
	name, ok := r.string()
	if !ok {
		return "", false
	}
	r.at = skipBlanks(r.text, r.at) + 1
	return name, r.at <= len(r.text) && r.text[r.at-1] == ':'
}

// opens goes past the bracket that opens an object or an array, and past the one that closes it if it is empty.
func (r *Reader) opens(closing byte) (isMore bool) {
	r.at = skipBlanks(r.text, r.at+1)
	if r.at < len(r.text) && r.text[r.at] == closing {
		r.at++
		return false
	}
	return true
}

// goesOn goes past what follows a value: a comma, or the bracket that closes.
func (r *Reader) goesOn(closing byte) (isMore, ok bool) {
	r.at = skipBlanks(r.text, r.at)
	if r.at == len(r.text) {
		return false, false
	}
	char := r.text[r.at]
	r.at++
	return char == ',', char == ',' || char == closing
}

// fewMembers is the most members that are compared one by one.
const fewMembers = 16

// withoutRepeats copies members, of each name the last.
func withoutRepeats(members []Member) Object {
	if len(members) <= fewMembers && !hasRepeats(members) {
		return slices.Clone(members)
	}
	kept := make(Object, 0, len(members))
	places := make(map[string]int, len(members))
	for _, member := range members {
		if at, isThere := places[member.Name]; isThere {
			kept[at] = member
			continue
		}
		places[member.Name] = len(kept)
		kept = append(kept, member)
	}
	return kept
}

func hasRepeats(members []Member) bool {
	for at := range members {
		for before := range at {
			if members[before].Name == members[at].Name {
				return true
			}
		}
	}
	return false
}
