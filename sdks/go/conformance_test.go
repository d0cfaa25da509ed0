package bunting

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

var conformance = filepath.Join("..", "..", "conformance")

func readCases[Case any](t *testing.T, file string) []Case {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(conformance, file))
	if os.IsNotExist(err) {
		t.Skipf("NOT RUN: %s is absent. Conformance is tested in a checkout of the repository.", filepath.Join(conformance, file))
	}
	var data struct{ Cases []Case }
	if err == nil {
		err = json.Unmarshal(text, &data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data.Cases
}

func TestConformanceOfEventStreams(t *testing.T) {
	type expected struct{ Type, ID, Data string }
	for _, one := range readCases[struct {
		Name   string
		Chunks []string
		Hex    []string
		Expect []expected
	}](t, "event-stream.json") {
		var chunks [][]byte
		var whole []byte
		for _, text := range one.Chunks {
			chunks = append(chunks, []byte(text))
		}
		for _, text := range one.Hex {
			chunk, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			chunks = append(chunks, chunk)
		}
		for _, chunk := range chunks {
			whole = append(whole, chunk...)
		}
		single := make([][]byte, len(whole))
		for at := range whole {
			single[at] = whole[at : at+1]
		}
		for way, pieces := range map[string][][]byte{"in its chunks": chunks, "at once": {whole}, "byte by byte": single} {
			var parser eventParser
			found := []expected{}
			for _, piece := range pieces {
				for _, event := range parser.read(piece) {
					found = append(found, expected{event.name, event.id, string(event.data)})
				}
			}
			if !reflect.DeepEqual(found, append([]expected{}, one.Expect...)) {
				t.Errorf("%s, %s: %q, want %q", one.Name, way, found, one.Expect)
			}
		}
	}
}

func TestConformanceOfCountedValues(t *testing.T) {
	for _, one := range readCases[struct {
		Name, JSON string
		Variant    *string
		Expect     struct {
			Value   any
			Variant string
		}
	}](t, "telemetry-values.json") {
		var value any
		if err := json.Unmarshal([]byte(one.JSON), &value); err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`\\u[dD][89a-fA-F]`).MatchString(one.JSON) && strings.Contains(fmt.Sprint(value), "\uFFFD") {
			t.Logf("NOT RUN: %s: a Go text has no half surrogate pairs", one.Name)
			continue
		}
		outcome := &engine.Outcome{Value: value}
		if one.Variant != nil {
			outcome.Variant, outcome.HasVariant = *one.Variant, true
		}
		got := countedValue(outcome, func() json.RawMessage { return json.RawMessage(one.JSON) })
		if !reflect.DeepEqual(got, one.Expect.Value) {
			t.Errorf("%s: %q, want %q", one.Name, got, one.Expect.Value)
		}
	}
}

type patchStep struct {
	Patch   json.RawMessage
	Applies bool
	Expect  []patchAnswer
}

type patchAnswer struct {
	FlagKey string
	Context struct {
		UserID      string         `json:"userId"`
		AnonymousID string         `json:"anonymousId"`
		Attributes  map[string]any `json:"attributes"`
	}
	Result map[string]any
}

func TestConformanceOfPatches(t *testing.T) {
	for _, one := range readCases[struct {
		Name    string
		Bundle  json.RawMessage
		Expect  []patchAnswer
		Patches []patchStep
	}](t, "patches.json") {
		t.Run(one.Name, func(t *testing.T) {
			flags := open(t, Options{Bootstrap: one.Bundle})
			check := func(answers []patchAnswer) {
				t.Helper()
				for _, answer := range answers {
					who := EvalContext{UserID: answer.Context.UserID, AnonymousID: answer.Context.AnonymousID, Attributes: answer.Context.Attributes}
					details, isThere := flags.All(who)[answer.FlagKey]
					reason := answer.Result["reason"]
					if isThere != (reason != "FLAG_NOT_FOUND" && reason != "ERROR") {
						t.Errorf("%s is there: %v", answer.FlagKey, isThere)
					} else if isThere && (!reflect.DeepEqual(details.Value, answer.Result["value"]) || string(details.Reason) != reason) {
						t.Errorf("%s: %+v, want %v", answer.FlagKey, details, answer.Result)
					}
				}
			}
			check(one.Expect)
			for at, step := range one.Patches {
				sent, err := parseSent(step.Patch)
				if err != nil {
					t.Fatal(err)
				}
				if applies := flags.held.patch(sent); applies != step.Applies {
					t.Errorf("patch %d applies: %v", at, applies)
				}
				check(step.Expect)
				// The cached bundle gives the same answers.
				again := open(t, Options{Bootstrap: flags.held.text()})
				if !reflect.DeepEqual(again.All(EvalContext{UserID: "ada"}), flags.All(EvalContext{UserID: "ada"})) {
					t.Errorf("after patch %d the kept bundle answers otherwise: %s", at, flags.held.text())
				}
			}
		})
	}
}

type toldContext struct {
	UserID      string         `json:"userId"`
	AnonymousID string         `json:"anonymousId"`
	Attributes  map[string]any `json:"attributes"`
}

func (c toldContext) who() EvalContext {
	return EvalContext{UserID: c.UserID, AnonymousID: c.AnonymousID, Attributes: c.Attributes}
}

type exposureCase struct {
	Name        string
	Bundle      json.RawMessage
	Evaluations []struct {
		FlagKey, Type string
		Context       toldContext
		Exposure      *bool
	}
	Tracked []struct {
		Name    string
		Context toldContext
		Value   *float64
	}
	Expect struct{ Exposures, Events []map[string]any }
}

func TestConformanceOfExposures(t *testing.T) {
	for _, one := range readCases[exposureCase](t, "exposures.json") {
		t.Run(one.Name, func(t *testing.T) {
			flags := open(t, Options{Bootstrap: one.Bundle, Telemetry: &Telemetry{URL: "http://127.0.0.1:9", FlushEvery: time.Hour}})
			for _, asked := range one.Evaluations {
				var options []ReadOption
				if asked.Exposure != nil && !*asked.Exposure {
					options = append(options, WithoutExposure)
				}
				switch asked.Type {
				case "boolean":
					flags.Bool(asked.FlagKey, asked.Context.who(), false, options...)
				case "number":
					flags.Number(asked.FlagKey, asked.Context.who(), 0, options...)
				default:
					flags.StringDetails(asked.FlagKey, asked.Context.who(), "", options...)
				}
			}
			for _, event := range one.Tracked {
				flags.track(event.Name, ptr(event.Context.who()), event.Value)
			}
			var told struct{ Exposures, Events []map[string]any }
			if batch := flags.telemetry.tracked.next(); batch != nil {
				if err := json.Unmarshal(batch.body(), &told); err != nil {
					t.Fatal(err)
				}
			}
			for _, item := range append(append([]map[string]any{}, told.Exposures...), told.Events...) {
				delete(item, "at")
				delete(item, "id")
			}
			if fmt.Sprint(told) != fmt.Sprint(one.Expect) {
				t.Errorf("told %v, want %v", told, one.Expect)
			}
		})
	}
}

func ptr[Value any](value Value) *Value { return &value }
