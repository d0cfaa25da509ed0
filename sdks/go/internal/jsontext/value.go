package jsontext

import "iter"

// Value is a value that a Reader has read. It must not be used after the Reader reads another text. The zero Value is none.
type Value struct {
	// nodes begins with that of the value; those of its members or elements follow, each before its own.
	nodes []node
}

type node struct {
	name   string
	text   string
	number float64
	// length is the number of nodes of the value.
	length int32
	kind   kind
	// isRepeated reports whether a later member of the object has the same name: the last one wins.
	isRepeated bool
}

type kind uint8

const (
	isNull kind = iota
	isBool
	isNumber
	isText
	isList
	isObject
)

func (v Value) is(kind kind) bool { return len(v.nodes) > 0 && v.nodes[0].kind == kind }

// IsThere returns false for the zero Value.
func (v Value) IsThere() bool { return len(v.nodes) > 0 }

// IsNull reports whether it is null.
func (v Value) IsNull() bool { return v.is(isNull) }

// IsList reports whether it is an array.
func (v Value) IsList() bool { return v.is(isList) }

// IsObject reports whether it is an object.
func (v Value) IsObject() bool { return v.is(isObject) }

// Text returns false if it is not a string.
func (v Value) Text() (string, bool) {
	if !v.is(isText) {
		return "", false
	}
	return v.nodes[0].text, true
}

// Number returns false if it is not a number.
func (v Value) Number() (float64, bool) {
	if !v.is(isNumber) {
		return 0, false
	}
	return v.nodes[0].number, true
}

// Bool returns false if it is not a boolean.
func (v Value) Bool() (value, ok bool) {
	return v.is(isBool) && v.nodes[0].number == 1, v.is(isBool)
}

// Get returns a member; the zero Value if there is none.
func (v Value) Get(name string) Value {
	for has, value := range v.Members() {
		if has == name {
			return value
		}
	}
	return Value{}
}

// Members returns the members of an object.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if !v.IsObject() {
			return
		}
		for at := 1; at < len(v.nodes); {
			member := v.nodes[at : at+int(v.nodes[at].length)]
			at += len(member)
			if !member[0].isRepeated && !yield(member[0].name, Value{member}) {
				return
			}
		}
	}
}

// Elements returns the elements of an array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if !v.IsList() {
			return
		}
		for at := 1; at < len(v.nodes); {
			element := v.nodes[at : at+int(v.nodes[at].length)]
			at += len(element)
			if !yield(Value{element}) {
				return
			}
		}
	}
}

// Len returns the number of members or elements.
func (v Value) Len() int {
	count := 0
	for range v.Members() {
		count++
	}
	for range v.Elements() {
		count++
	}
	return count
}

// Plain returns the value as encoding/json decodes it; nil for none.
func (v Value) Plain() any {
	if !v.IsThere() {
		return nil
	}
	switch node := &v.nodes[0]; node.kind {
	case isBool:
		return node.number == 1
	case isNumber:
		return node.number
	case isText:
		return node.text
	case isList:
		elements := make([]any, 0, v.Len())
		for element := range v.Elements() {
			elements = append(elements, element.Plain())
		}
		return elements
	case isObject:
		members := make(map[string]any, v.Len())
		for name, member := range v.Members() {
			members[name] = member.Plain()
		}
		return members
	}
	return nil
}
