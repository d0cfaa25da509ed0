package jsontext

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

var texts = []string{
	`{"a":[1,-0,0.5,1e3,-2.5E-7],"b":"\"\\\/\u00e9é"}`,
	`{"":{},"a":1,"b":[],"a":{"a":null,"a":true},"\u0061":false}`,
	"\t{ \"a\" :\r\n [ true , false , null ] , \"b\" : { } } ",
	`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"m":13,"n":14,"o":15,"p":16,"q":17,"a":18,"q":19}`,
	`{"id":"flag_1","type":"boolean","config":{"version":1,"enabled":true,"defaultValue":false,"rules":[{"id":"rule-1","conditions":[{"attribute":"plan","operator":"in","value":["pro"]}]}]}}`,
	strings.Repeat("[", 9_999) + `""` + strings.Repeat("]", 9_999),
	strings.Repeat("[", 10_000) + `""` + strings.Repeat("]", 10_000),
	strings.Repeat(`[{"a":`, 5_000) + "[]" + strings.Repeat("}]", 5_000),
}

var scalars = []string{
	`1`, `-0`, `0.5`, `1e3`, `-2.5E-7`, `1e-999`, `1e999`, `01`, `1.`, `.5`, `-`, `+1`, `0x1`, `1e`, `1_0`, `Inf`, `true`, `tru`, `nulls`,
	`"\"\\\/\b\f\n\r\t"`, `"\u00e9\ud83d\ude00"`, `"\ud83d"`, `"\uD83Dx"`, `"é😀"`, "\"\xff\xc3\"", `"\x12ab"`, `"\u12g4"`, `"\u12"`, `"\u12"]`, "\"\n\"", `"`, ``,
}

// altered returns the text with a few bytes removed, repeated or replaced by others of it.
func altered(text string, random *rand.Rand) string {
	for range random.IntN(4) {
		at, length := random.IntN(len(text)+1), random.IntN(4)
		end := min(at+length, len(text))
		switch random.IntN(3) {
		case 0:
			text = text[:at] + text[end:]
		case 1:
			text = text[:end] + text[at:]
		default:
			from := random.IntN(len(text) + 1)
			text = text[:at] + text[from:min(from+length, len(text))] + text[end:]
		}
	}
	return text
}

func TestEveryTextIsReadAsByEncodingJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 4_000 {
		valid += check(t, altered(texts[random.IntN(5)], random))
	}
	for _, text := range texts {
		valid += check(t, text)
	}
	for _, scalar := range scalars {
		for _, text := range []string{scalar, "[" + scalar + "]", `{"a":` + scalar + `}`, "{" + scalar + `:1}`} {
			valid += check(t, text)
		}
	}
	if valid < 500 {
		t.Errorf("only %d of them are JSON", valid)
	}
}

func check(t *testing.T, text string) (valid int) {
	t.Helper()
	var want any
	isReadable := json.Unmarshal([]byte(text), &want) == nil
	got, ok := Read(text)
	if ok != isReadable || (ok && !reflect.DeepEqual(got, want)) {
		t.Fatalf("%.200q is read: %v, but by encoding/json: %v", text, ok, isReadable)
	}
	end, ok := Skip(text, 0)
	isValid := ok && skipBlanks(text, end) == len(text)
	// encoding/json validates no deeper.
	if isDeep := strings.HasPrefix(text, "[[[[") || strings.HasPrefix(text, `[{"a":[{`); isDeep {
		if !isValid {
			t.Fatalf("%.200q is refused", text)
		}
	} else if isValid != json.Valid([]byte(text)) {
		t.Fatalf("%.200q is JSON: %v", text, isValid)
	}
	checkMembers(t, text, isValid)
	if isValid {
		valid = 1
	}
	return valid
}

func checkMembers(t *testing.T, text string, isValid bool) {
	t.Helper()
	want := map[string]json.RawMessage{}
	isObject := isValid && strings.HasPrefix(strings.TrimSpace(text), "{") && json.Unmarshal([]byte(text), &want) == nil
	members, ok := Members(text)
	if ok != isObject || (ok && len(members) != len(want)) {
		t.Fatalf("%.200q is split: %v, %q", text, ok, members)
	}
	for name, member := range members {
		if member != string(want[name]) {
			t.Fatalf("%.200q: %q is %q", text, name, member)
		}
	}
}

func TestAMemberMayBeTooDeepToRead(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	members, ok := Members(`{"deep":` + deep + `,"flat":1}`)
	if !ok || members["deep"] != deep || members["flat"] != "1" {
		t.Errorf("it is split into %d members", len(members))
	}
	if _, ok := Read(deep); ok {
		t.Error("it is read")
	}
}
