package engine

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// folder has the data that all engines are tested with. It is not part of the module's zip.
var folder = filepath.Join("..", "..", "..", "..", "conformance")

func read[Data any](t *testing.T, file string) Data {
	t.Helper()
	var data Data
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return data
}

func files(t *testing.T) []string {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	if len(found) == 0 {
		t.Skipf("NOT RUN: %s is absent. Conformance is tested in a checkout of the repository.", folder)
	}
	for at, path := range found {
		found[at] = filepath.Base(path)
	}
	return found
}

type described struct {
	Type   *string         `json:"type"`
	Config json.RawMessage `json:"config"`
}

type evaluationCase struct {
	Name     string                     `json:"name"`
	FlagKey  string                     `json:"flagKey"`
	Type     *string                    `json:"type"`
	Config   json.RawMessage            `json:"config"`
	Context  map[string]any             `json:"context"`
	Expect   map[string]any             `json:"expect"`
	Flags    map[string]described       `json:"flags"`
	Segments map[string]json.RawMessage `json:"segments"`
	Format   *float64                   `json:"format"`
	// Lists are the lists that are available.
	Lists []namedList `json:"lists"`
	// ExpectReplaced holds the answers if half surrogate pairs are replaced with U+FFFD, as in Go.
	ExpectReplaced map[string]any `json:"expectReplaced"`
}

func (c *evaluationCase) change(t *testing.T) Change {
	flags := map[string]string{}
	for key, flag := range c.Flags {
		flags[key] = flagText(t, flag)
	}
	if string(c.Config) != "null" && c.Config != nil {
		flags[c.FlagKey] = flagText(t, described{c.Type, c.Config})
	}
	return Change{flags, textsOfAll(c.Segments)}
}

func flagText(t *testing.T, flag described) string {
	t.Helper()
	ofType := flag.Type
	if ofType == nil {
		var config struct{ DefaultValue any }
		_ = json.Unmarshal(flag.Config, &config)
		name := map[reflect.Kind]string{reflect.Bool: "boolean", reflect.String: "string", reflect.Float64: "number"}[reflect.ValueOf(config.DefaultValue).Kind()]
		if name == "" {
			name = "json"
		}
		ofType = &name
	}
	text, err := json.Marshal(map[string]any{"id": "flag_1", "type": ofType, "config": flag.Config})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// contextOf creates a context from JSON. In a Go context an empty id counts as missing, but to a condition it is a text, so
// it becomes an attribute.
func contextOf(raw map[string]any) *Context {
	context := &Context{Attributes: map[string]any{}}
	if attributes, ok := raw["attributes"].(map[string]any); ok {
		for name, value := range attributes {
			context.Attributes[name] = value
		}
	}
	context.ProxyCountry, _ = raw["proxyCountry"].(string)
	for name, field := range map[string]*string{"userId": &context.UserID, "anonymousId": &context.AnonymousID} {
		if text, ok := raw[name].(string); ok {
			if *field = text; text == "" {
				context.Attributes[name] = ""
			}
		}
	}
	return context
}

func resultOf(flag *Flag, context *Context) map[string]any {
	if flag == nil {
		return map[string]any{"value": nil, "reason": string(FlagNotFound)}
	}
	outcome := flag.Evaluate(context)
	result := map[string]any{"value": outcome.Value, "reason": string(outcome.Reason)}
	for name, text := range map[string]string{"ruleId": outcome.RuleID, "prerequisite": outcome.Prerequisite} {
		if text != "" {
			result[name] = text
		}
	}
	if outcome.HasVariant {
		result["variant"] = outcome.Variant
	}
	return result
}

var notEvaluations = []string{"explain", "patches", "event-stream", "patterns", "numbers", "instants", "telemetry", "statistics", "exposures"}

func isOfEvaluations(file string) bool {
	for _, prefix := range notEvaluations {
		if strings.HasPrefix(file, prefix) {
			return false
		}
	}
	return true
}

func TestConformanceOfEvaluations(t *testing.T) {
	count := 0
	for _, file := range files(t) {
		if !isOfEvaluations(file) {
			continue
		}
		for _, one := range read[struct{ Cases []evaluationCase }](t, file).Cases {
			count++
			if one.ExpectReplaced != nil {
				one.Expect = one.ExpectReplaced
			}
			format := one.Format
			if format == nil {
				two := 2.0
				format = &two
			}
			snapshot, _ := NewGraph((*knownLists)(&one.Lists).find).Change(one.change(t), IsKnownFormat(format))
			if got := resultOf(snapshot.Find(one.FlagKey), contextOf(one.Context)); !reflect.DeepEqual(got, one.Expect) {
				t.Errorf("%s: %s: got %v, want %v", file, one.Name, got, one.Expect)
			}
		}
	}
	t.Logf("%d cases", count)
	if count < 1_385 {
		t.Errorf("only %d cases were found", count)
	}
}

func TestConformanceOfOperators(t *testing.T) {
	known := map[string]bool{"in_segment": true, "not_in_segment": true, "in_share": true}
	for name := range operators {
		known[name] = true
	}
	for _, file := range files(t) {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(file, ".json"), "operator-"); ok {
			if !known[name] {
				t.Errorf("%s is data of an operator that this engine does not know", file)
			}
			delete(known, name)
		}
	}
	if len(known) > 0 {
		t.Errorf("there is no data of %v", known)
	}
}

func TestConformanceOfHashes(t *testing.T) {
	files(t)
	data := read[struct {
		Hashes []struct {
			UTF8 string `json:"utf8"`
			Seed uint32 `json:"seed"`
			Hash uint32 `json:"hash"`
		} `json:"hashes"`
		Buckets []struct {
			FlagKey       string `json:"flagKey"`
			RuleID        string `json:"ruleId"`
			Unit          string `json:"unit"`
			Seed          uint32 `json:"seed"`
			Bucket        int    `json:"bucket"`
			VariantSeed   uint32 `json:"variantSeed"`
			VariantBucket int    `json:"variantBucket"`
		} `json:"buckets"`
	}](t, "bucketing.json")
	for _, one := range data.Hashes {
		text, err := hex.DecodeString(one.UTF8)
		if err != nil {
			t.Fatal(err)
		}
		if got := murmur3(string(text), one.Seed); got != one.Hash {
			t.Errorf("murmur3(%s, %d) is %d, want %d", one.UTF8, one.Seed, got, one.Hash)
		}
	}
	for _, one := range data.Buckets {
		seed, variantSeed := rolloutSeed(one.FlagKey, one.RuleID), variantSeed(one.FlagKey, one.RuleID)
		if seed != one.Seed || variantSeed != one.VariantSeed || bucketOf(seed, one.Unit) != one.Bucket ||
			bucketOf(variantSeed, one.Unit) != one.VariantBucket {
			t.Errorf("%+v: got seeds %d and %d", one, seed, variantSeed)
		}
	}
	if len(data.Hashes)+len(data.Buckets) < 130 {
		t.Error("hashes are missing")
	}
}

type answer struct {
	FlagKey string
	Context map[string]any
	Result  map[string]any
}

type said struct {
	Format   *float64
	Flags    map[string]json.RawMessage
	Segments map[string]json.RawMessage
}

func (s *said) change() Change { return Change{textsOfAll(s.Flags), textsOfAll(s.Segments)} }

// textsOfAll turns null into an empty text, which removes an entry.
func textsOfAll(entries map[string]json.RawMessage) map[string]string {
	texts := map[string]string{}
	for key, raw := range entries {
		if texts[key] = string(raw); texts[key] == "null" {
			texts[key] = ""
		}
	}
	return texts
}

func TestConformanceOfChanges(t *testing.T) {
	files(t)
	type patchCase struct {
		Name    string
		Bundle  said
		Expect  []answer
		Patches []struct {
			Patch   said
			Applies bool
			Expect  []answer
		}
	}
	for _, one := range read[struct{ Cases []patchCase }](t, "patches.json").Cases {
		t.Run(one.Name, func(t *testing.T) {
			graph := NewGraph(nil)
			isKnown := IsKnownFormat(one.Bundle.Format)
			snapshot, _ := graph.Change(one.Bundle.change(), isKnown)
			check := func(answers []answer) {
				t.Helper()
				for _, each := range answers {
					if got := resultOf(snapshot.Find(each.FlagKey), contextOf(each.Context)); !reflect.DeepEqual(got, each.Result) {
						t.Errorf("%s for %v: got %v, want %v", each.FlagKey, each.Context, got, each.Result)
					}
				}
			}
			check(one.Expect)
			// Whether a patch applies is decided by callers that know revisions.
			for _, step := range one.Patches {
				if step.Applies {
					snapshot, _ = graph.Change(step.Patch.change(), isKnown)
				}
				check(step.Expect)
			}
		})
	}
}
