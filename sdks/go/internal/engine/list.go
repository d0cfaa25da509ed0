package engine

import (
	"reflect"
	"strconv"
)

// setList takes the elements of an attribute that is a list. One that is empty, too long, or has anything in it that is
// neither a text nor a number nor a boolean counts as missing.
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
