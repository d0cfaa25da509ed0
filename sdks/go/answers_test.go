package bunting

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func pointer(number int) *int { return &number }

func mustParse(t *testing.T, text string) time.Time {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func loggerTo(text *bytes.Buffer) *slog.Logger { return slog.New(slog.NewTextHandler(text, nil)) }

type limits struct {
	PerMinute int      `json:"perMinute"`
	Regions   []string `json:"regions"`
}

func TestFixedFlagsAnswerWhatATestSays(t *testing.T) {
	flags := Fixed(map[string]any{"cart": true, "colour": "green", "rate": 2.5, "size": 3, "limits": limits{5, []string{"eu"}}})
	if !flags.Bool("cart", ada, false) || flags.String("colour", ada, "") != "green" || flags.Number("rate", ada, 0) != 2.5 {
		t.Error("fixed flags do not answer")
	}
	if flags.Int("size", ada, 0) != 3 || flags.Int("rate", ada, 7) != 7 {
		t.Error("an int is a whole number")
	}
	if got := JSON(flags.Flags, "limits", ada, limits{}); got.PerMinute != 5 || got.Regions[0] != "eu" {
		t.Errorf("limits: %+v", got)
	}
	flags.Set("cart", false)
	if flags.Bool("cart", ada, true) || !flags.Ready(t.Context()) || flags.Status() != StatusReady {
		t.Error("the flag was not set")
	}
	if all := flags.AllClientSafe(ada); len(all) != 5 || all["colour"].Value != "green" {
		t.Errorf("all: %v", all)
	}
}

func TestAWrongTypeGivesTheFallback(t *testing.T) {
	flags := Fixed(map[string]any{"cart": true, "limits": map[string]any{"perMinute": "many"}, "names": []string{"a"}})
	for name, details := range map[string]Details[string]{
		"a boolean read as a text": flags.StringDetails("cart", ada, "x"),
		"an object read as a text": flags.StringDetails("limits", ada, "x"),
	} {
		if details != (Details[string]{Value: "x", Reason: ReasonError, Error: ErrorTypeMismatch}) {
			t.Errorf("%s: %+v", name, details)
		}
	}
	if details := JSONDetails(flags.Flags, "limits", ada, limits{PerMinute: 60}); details.Value.PerMinute != 60 || details.Error != ErrorTypeMismatch {
		t.Errorf("an object of another form: %+v", details)
	}
	if got := JSON(flags.Flags, "names", ada, []string{}); len(got) != 1 {
		t.Errorf("names: %v", got)
	}
	if details := flags.AnyDetails("cart", ada, nil); details.Error != ErrorTypeMismatch {
		t.Errorf("a boolean read as json: %+v", details)
	}
}

type written string

func (w written) MarshalText() ([]byte, error) { return []byte(strings.ToLower(string(w))), nil }

type hostile struct{}

func (hostile) MarshalText() ([]byte, error) { panic("oh no") }

func TestAnAttributeThatPanicsGivesTheFallback(t *testing.T) {
	bundle := `{"revision":1,"flags":{"cart":{"id":"flag_1","type":"boolean","config":{"version":1,"enabled":true,"defaultValue":true,"rules":[
		{"id":"a","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"plan","operator":"is_set"}],"value":true}]}}}}`
	flags := open(t, Options{Bootstrap: []byte(bundle)})
	who := EvalContext{Attributes: map[string]any{"plan": hostile{}}}
	if details := flags.BoolDetails("cart", who, false); details != (Details[bool]{Reason: ReasonError, Error: ErrorGeneral}) {
		t.Errorf("details: %+v", details)
	}
	if all := flags.All(who); len(all) != 0 {
		t.Errorf("all: %v", all)
	}
}

func TestAnAttributeThatHoldsItselfIsMissing(t *testing.T) {
	bundle := `{"revision":1,"flags":{"cart":{"id":"flag_1","type":"boolean","config":{"version":1,"enabled":true,"defaultValue":false,"rules":[
		{"id":"a","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"plan","operator":"is_set"}],"value":true}]}}}}`
	flags := open(t, Options{Bootstrap: []byte(bundle), Telemetry: &Telemetry{}})
	list := make([]any, 100)
	for at := range list {
		list[at] = list
	}
	pointer := new(any)
	*pointer = pointer
	for name, value := range map[string]any{"a list": list, "a pointer": pointer, "a list of such pointers": []any{pointer}} {
		who := EvalContext{Attributes: map[string]any{"plan": value}}
		if details := flags.BoolDetails("cart", who, true); details.Value || details.Error != "" {
			t.Errorf("%s: %+v", name, details)
		}
		flags.Track("bought", who)
	}
}

func TestAttributesOfEveryTypeAreRead(t *testing.T) {
	bundle := `{"format":2,"environmentId":"env_1","revision":1,"flags":{"cart":{"id":"flag_1","type":"boolean","config":{"version":1,"enabled":true,"defaultValue":false,"rules":[
		{"id":"a","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"age","operator":"gt","value":17}],"value":true},
		{"id":"b","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"plan","operator":"in","value":["pro","0.1"]}],"value":true},
		{"id":"c","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"since","operator":"before","value":"2026-01-01"}],"value":true}]}}}}`
	flags := open(t, Options{Bootstrap: []byte(bundle)})
	type plan string
	type age uint8
	for name, value := range map[string]map[string]any{
		"a named text": {"plan": plan("pro")}, "a named number": {"age": age(18)}, "an int64": {"age": int64(18)},
		"a float32": {"plan": float32(0.1)}, "texts": {"plan": []string{"free", "pro"}}, "named texts": {"plan": []plan{"pro"}},
		"numbers": {"age": []int{3, 18}}, "what has a text": {"plan": written("pro")}, "a time": {"since": mustParse(t, "2025-12-31T23:00:00Z")}, "a pointer": {"age": pointer(20)},
	} {
		if !flags.Bool("cart", EvalContext{Attributes: value}, false) {
			t.Errorf("%s is not read: %v", name, value)
		}
	}
	for name, value := range map[string]map[string]any{
		"a struct": {"plan": limits{}}, "a nil pointer": {"age": (*int)(nil)}, "a map": {"plan": map[string]any{}},
		"a function": {"plan": func() {}}, "a list of lists": {"plan": []any{[]string{"pro"}}}, "a channel": {"age": make(chan int)},
	} {
		if flags.Bool("cart", EvalContext{Attributes: value}, false) {
			t.Errorf("%s counts as missing: %v", name, value)
		}
	}
}
