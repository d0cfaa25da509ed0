package jsontext

import (
	"encoding/json"
	"math"
	"strconv"
)

// Read returns the value of a text as encoding/json decodes it; false where that fails.
func Read(text string) (plain any, ok bool) {
	value, ok := new(Reader).Read(text)
	return value.Plain(), ok
}

// Number reads a text that is a number, and nothing else. strconv also accepts hexadecimal, underscores and infinity.
func Number(text string) (float64, bool) {
	if end, ok := skipNumber(text, 0); !ok || end < len(text) {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, !math.IsInf(number, 0) && (err == nil || number == 0)
}

// Reader reads texts, one after the other, into the same memory.
type Reader struct {
	text  string
	at    int
	nodes []node
}

// Read reads a whole text, until the next one is read. Strings share the memory of the text. It returns false where
// encoding/json fails: if the text is not JSON, or too deep, or a number is too large.
func (r *Reader) Read(text string) (Value, bool) {
	r.text, r.at, r.nodes = text, 0, r.nodes[:0]
	if !r.value("", 0) || skipBlanks(text, r.at) < len(text) {
		return Value{}, false
	}
	return Value{r.nodes}, true
}

const maxDepth = 10_000

// value reads a value and adds its nodes. name is that of the member.
func (r *Reader) value(name string, depth int) (ok bool) {
	r.at = skipBlanks(r.text, r.at)
	if r.at == len(r.text) {
		return false
	}
	first := len(r.nodes)
	r.nodes = append(r.nodes, node{name: name})
	read := node{name: name}
	switch char := r.text[r.at]; char {
	case '{', '[':
		if depth == maxDepth {
			return false
		}
		if char == '[' {
			read.kind, ok = isList, r.list(depth)
		} else {
			read.kind, ok = isObject, r.object(depth)
		}
	case '"':
		read.kind = isText
		read.text, ok = r.string()
	default:
		read.kind, read.number, ok = r.scalar()
	}
	read.length = int32(len(r.nodes) - first)
	r.nodes[first] = read
	return ok
}

func (r *Reader) scalar() (kind kind, number float64, ok bool) {
	start := r.at
	if r.at, ok = skipScalar(r.text, start); !ok {
		return isNull, 0, false
	}
	switch r.text[start] {
	case 't':
		return isBool, 1, true
	case 'f':
		return isBool, 0, true
	case 'n':
		return isNull, 0, true
	}
	number, ok = Number(r.text[start:r.at])
	return isNumber, number, ok
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

func (r *Reader) list(depth int) (ok bool) {
	for isMore := r.opens(']'); isMore; {
		if !r.value("", depth+1) {
			return false
		}
		if isMore, ok = r.goesOn(']'); !ok {
			return false
		}
	}
	return true
}

func (r *Reader) object(depth int) (ok bool) {
	first := len(r.nodes)
	for isMore := r.opens('}'); isMore; {
		name, ok := r.name()
		if !ok || !r.value(name, depth+1) {
			return false
		}
		if isMore, ok = r.goesOn('}'); !ok {
			return false
		}
	}
	markRepeated(r.nodes[first:])
	return true
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

// fewMembers is the most members whose names are compared one by one.
const fewMembers = 16

// markRepeated marks all members of a name but the last.
func markRepeated(members []node) {
	count := 0
	for at := 0; at < len(members); at += int(members[at].length) {
		for before := 0; before < at && count < fewMembers; before += int(members[before].length) {
			if members[before].name == members[at].name {
				members[before].isRepeated = true
			}
		}
		count++
	}
	if count <= fewMembers {
		return
	}
	last := make(map[string]int, count)
	for at := 0; at < len(members); at += int(members[at].length) {
		if before, isThere := last[members[at].name]; isThere {
			members[before].isRepeated = true
		}
		last[members[at].name] = at
	}
}
