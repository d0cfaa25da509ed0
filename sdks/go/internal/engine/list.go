package engine

import (
	"reflect"
	"strconv"
)

// setList reads an attribute that is a list. An empty or too long list, or one with an element that is not a text, a number
// or a boolean, counts as missing.
func (v *value) setList(of reflect.Value) {
	length := of.Len()
	if length == 0 || length > maxListItems {
		return
	}
	elements := make([]value, length)
	for at := range elements {
		element := of.Index(at)
		if !element.CanInterface() {
			return
		}
		elements[at].setHeld(element.Interface(), holder{isList: true})
		if elements[at].kind == missing {
			return
		}
	}
	v.kind = isList
	v.list = &elements
}

func readFloat32(number float32) (float64, bool) {
	read, err := strconv.ParseFloat(strconv.FormatFloat(float64(number), 'g', -1, 32), 64)
	return read, err == nil
}
