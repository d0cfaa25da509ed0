package engine

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// kind is the type of an attribute's value.
type kind uint8

const (
	unread kind = iota
	missing
	isText
	isNumber
	isBool
	isList
)

// value is an attribute as conditions compare it. It is read once per evaluation.
type value struct {
	kind kind
	// numberRead reports whether number and isNumber are set for a text.
	numberRead bool
	isNumber   bool
	// word is the number of a text among the attribute's words.
	word   uint8
	number float64
	// text is set for a number only after asText was called.
	text string
	list *[]value
}

// asText returns the text by which a value is compared; false if it has none.
func (v *value) asText() (string, bool) {
	switch v.kind {
	case isText, isBool:
		return v.text, true
	case isNumber:
		if v.text == "" {
			v.text = numberText(v.number)
		}
		return v.text, true
	}
	return "", false
}

// asNumber returns a number, or the number that a text stands for.
func (v *value) asNumber() (float64, bool) {
	switch v.kind {
	case isNumber:
		return v.number, true
	case isText:
		if !v.numberRead {
			v.number, v.isNumber = jsontext.Number(v.text)
			v.numberRead = true
		}
		return v.number, v.isNumber
	}
	return 0, false
}

// unit returns the text by which a unit is bucketed; empty if the value is not a unit.
func (v *value) unit() string {
	text, _ := v.asText()
	return text
}

// shareUnit returns the unit for a condition on a share: only a text or a whole number is one.
func (v *value) shareUnit() string {
	if v.kind == isText || (v.kind == isNumber && isSafeInteger(v.number)) {
		return v.unit()
	}
	return ""
}

// source is the part of a context that an attribute is read from.
type source uint8

const (
	fromAttributes source = iota
	fromUserID
	fromAnonymousID
	// fromUser is the default unit, for rules that name no attribute.
	fromUser
)

// attribute describes a value that a program reads from a context, in the form that its conditions need. Each is read once.
type attribute struct {
	name string
	// isPlain reports whether reading it is just a lookup in Context.Attributes.
	isPlain bool
	// words is set once the program is finished.
	words  words
	source source
	folded bool
	// orProxy makes geo_country fall back to the proxy's country if the attribute is missing.
	orProxy bool
	// The fields of a draw. unit is the number of the attribute that is drawn for, which comes before this one.
	draw    *draw
	unit    int32
	ofShare bool
}

func sourceOf(name string) source {
	switch name {
	case "userId":
		return fromUserID
	case "anonymousId":
		return fromAnonymousID
	}
	return fromAttributes
}

func (a *attribute) read(from *Context, into *value) {
	switch a.source {
	case fromAttributes:
		into.set(from.Attributes[a.name])
	case fromUserID:
		into.setField(from.UserID, from, a.name)
	case fromAnonymousID:
		into.setField(from.AnonymousID, from, a.name)
	case fromUser:
		into.kind = isText
		into.text = from.user()
	}
	if a.orProxy && into.kind == missing && from.ProxyCountry != "" {
		*into = value{kind: isText, text: from.ProxyCountry}
	}
	if a.folded {
		into.fold()
	}
	a.findWord(into)
}

// take is for a plain attribute of a type that is less common.
func (a *attribute) take(raw any, into *value) {
	into.set(raw)
	a.findWord(into)
}

func (a *attribute) findWord(in *value) {
	if in.kind == isText {
		in.word = a.words.find(in.text)
	}
}

func (v *value) setField(field string, from *Context, name string) {
	if field == "" {
		v.set(from.Attributes[name])
		return
	}
	v.kind = isText
	v.text = field
}

// set handles the common types; setOther handles the rest.
func (v *value) set(raw any) {
	switch raw := raw.(type) {
	case string:
		v.kind = isText
		v.text = raw
	case float64:
		v.setNumber(raw)
	case int:
		v.kind = isNumber
		v.number = float64(raw)
	case bool:
		v.kind = isBool
		v.text = boolText(raw)
	case nil:
		v.kind = missing
	default:
		v.setOther(raw, holder{})
	}
}

// maxPointers is how many pointers an attribute may be behind: one that is behind itself is behind more.
const maxPointers = 4

// holder is where a value is read: behind so many pointers, or among the elements of a list.
type holder struct {
	pointers int
	isList   bool
}

func (v *value) setHeld(raw any, by holder) {
	switch raw.(type) {
	case string, float64, int, bool, nil:
		v.set(raw)
	default:
		v.setOther(raw, by)
	}
}

func (v *value) setNumber(number float64) {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		v.kind = missing
		return
	}
	v.kind = isNumber
	v.number = number
}

func (v *value) setOther(raw any, by holder) {
	v.kind = missing
	switch raw := raw.(type) {
	case json.Number:
		if number, ok := jsontext.Number(string(raw)); ok {
			v.setNumber(number)
		}
		return
	case time.Time:
		v.kind = isText
		v.text = raw.UTC().Format("2006-01-02T15:04:05.000Z")
		return
	case encoding.TextMarshaler:
		// Such as a UUID or an address. A nil pointer has no text, and its method may panic.
		if of := reflect.ValueOf(raw); of.Kind() == reflect.Pointer && of.IsNil() {
			return
		}
		if text, err := raw.MarshalText(); err == nil {
			v.kind = isText
			v.text = string(text)
		}
		return
	}
	of := reflect.ValueOf(raw)
	switch of.Kind() {
	case reflect.String:
		v.kind = isText
		v.text = of.String()
	case reflect.Bool:
		v.kind = isBool
		v.text = boolText(of.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.setNumber(float64(of.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.setNumber(float64(of.Uint()))
	case reflect.Float32:
		// By its text: converted to float64, 0.1 would be 0.10000000149011612.
		if number, ok := readFloat32(float32(of.Float())); ok {
			v.setNumber(number)
		}
	case reflect.Float64:
		v.setNumber(of.Float())
	case reflect.Pointer:
		if !of.IsNil() && by.pointers < maxPointers {
			v.setHeld(of.Elem().Interface(), holder{by.pointers + 1, by.isList})
		}
	case reflect.Slice, reflect.Array:
		// A list of lists is none; one may even hold itself.
		if !by.isList {
			v.setList(of)
		}
	}
}

func (v *value) fold() {
	if v.kind == isList {
		for at := range *v.list {
			(*v.list)[at].fold()
		}
	} else if text, ok := v.asText(); ok {
		*v = value{kind: isText, text: fold(text)}
	}
}
