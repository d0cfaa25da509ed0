package jsontext

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheLastMemberOfANameWins(t *testing.T) {
	for _, others := range []int{0, 2, 40} {
		var text strings.Builder
		text.WriteString(`{"twice":{"deep":[1]},"\u0061":1`)
		for at := range others {
			fmt.Fprintf(&text, `,"other-%d":{}`, at)
		}
		text.WriteString(`,"a":2,"twice":"last"}`)
		value, ok := new(Reader).Read(text.String())
		if !ok || value.Len() != others+2 {
			t.Errorf("%d members, want %d", value.Len(), others+2)
		}
		if number, _ := value.Get("a").Number(); number != 2 {
			t.Errorf("a is %v", number)
		}
		if last, _ := value.Get("twice").Text(); last != "last" {
			t.Errorf("it is %q", last)
		}
	}
}

func TestAReaderReadsManyTexts(t *testing.T) {
	var reader Reader
	for _, text := range []string{`{"a":[1,2,{"b":"long enough"}]}`, `[`, `{"a":`} {
		reader.Read(text)
	}
	value, _ := reader.Read(`"short"`)
	if text, _ := value.Text(); text != "short" {
		t.Errorf("it is %v", value.Plain())
	}
	if allocations := testing.AllocsPerRun(100, func() { reader.Read(`{"a":[1,2,{"b":"c"}]}`) }); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}
