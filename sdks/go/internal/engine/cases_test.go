package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bunting-flags/bunting/sdks/go/internal/turns"
)

// The eight cases of bench/engine, with the same flags and the same users.

var (
	countries = []string{"US", "NL", "BE", "DE", "FR", "JP", "BR"}
	plans     = []string{"free", "pro", "enterprise"}
)

func userID(at int) string { return fmt.Sprintf("user-%d", at*7_919) }

func usersOf(count int) []Context {
	users := make([]Context, count)
	for i := range users {
		users[i] = Context{UserID: userID(i), Attributes: map[string]any{
			// Copies, as a request brings them: the constants would be the same as in the hand-written code.
			"country": strings.Clone(countries[i%len(countries)]),
			"plan":    strings.Clone(plans[(i*5+i/7)%len(plans)]),
			"age":     i * 37 % 90,
			"beta":    i%2 == 0,
			"email":   fmt.Sprintf("person-%d@example.com", i),
		}}
	}
	return users
}

type object = map[string]any

func compare(attribute, operator string, value any) object {
	return object{"attribute": attribute, "operator": operator, "value": value}
}

func benchRule(at int, conditions ...any) object {
	if conditions == nil {
		conditions = []any{}
	}
	return object{"id": fmt.Sprintf("rule-%d", at+1), "name": "", "enabled": true, "conditionOperator": "AND", "conditions": conditions, "value": true}
}

func withRollout(rule object) object {
	rule["rolloutPercentage"] = 25
	return rule
}

func isInSegment(key string) object { return object{"operator": "in_segment", "value": key} }

var (
	paying  = compare("plan", "in", []any{"pro", "enterprise"})
	near    = compare("country", "in", []any{"NL", "BE", "DE"})
	over65  = compare("age", "gt", 65)
	chained = []any{
		compare("plan", "equals", "enterprise"),
		compare("country", "in", []any{"US", "NL", "BE", "DE", "JP"}),
		compare("age", "gt", 25),
		compare("country", "in", []any{"US", "NL", "BE", "DE", "FR"}),
		paying,
		compare("age", "gt", 10),
	}
	grouped = object{"any": []any{
		object{"all": []any{paying, object{"none": []any{compare("country", "equals", "JP"), over65}}}},
		object{"all": []any{near, over65}},
	}}
)

var benchRules = map[string][]any{
	"plain":   {},
	"rules":   {benchRule(0, paying, compare("country", "equals", "US")), benchRule(1, near, over65), benchRule(2, compare("plan", "equals", "pro"), compare("age", "gt", 18))},
	"rollout": {withRollout(benchRule(0))},
	"segment": {benchRule(0, isInSegment("audience"))},
	"nested":  {benchRule(0, isInSegment("outer"))},
	"chain":   {benchRule(0, chained[0])},
	"groups":  {benchRule(0, grouped)},
}

var benchKinds = []string{"plain", "rules", "rollout", "segment", "nested", "chain", "groups"}

func benchFlag(kind string) object {
	config := object{"version": 1, "enabled": true, "defaultValue": kind == "plain", "rules": benchRules[kind]}
	if kind == "chain" {
		config["prerequisites"] = linkNeeds(1)
	}
	return object{"id": "flag_1", "type": "boolean", "config": config}
}

func linkNeeds(link int) []any {
	if link >= len(chained) {
		return []any{}
	}
	return []any{object{"flagKey": fmt.Sprintf("link-%d", link), "values": []any{true}}}
}

func benchSegment(included []string, conditions ...any) object {
	rules := []any{}
	if conditions != nil {
		rules = append(rules, object{"id": "rule-1", "name": "", "enabled": true, "conditionOperator": "AND", "conditions": conditions})
	}
	return object{"unit": nil, "config": object{"version": 1, "included": included, "excluded": []any{}, "rules": rules}}
}

func audienceIDs() []string {
	ids := make([]string, 20_000)
	for i := range ids {
		ids[i] = userID(2 * i)
	}
	return ids
}

func benchChange(tb testing.TB, flags map[string]string) Change {
	change := Change{map[string]string{}, map[string]string{}}
	for key, kind := range flags {
		change.Flags[key] = written(tb, benchFlag(kind))
	}
	for link := 1; link < len(chained); link++ {
		config := object{"version": 1, "enabled": true, "defaultValue": false, "rules": []any{benchRule(0, chained[link])}, "prerequisites": linkNeeds(link + 1)}
		change.Flags[fmt.Sprintf("link-%d", link)] = written(tb, object{"id": "flag_1", "type": "boolean", "config": config})
	}
	change.Segments["audience"] = written(tb, benchSegment(audienceIDs()))
	change.Segments["outer"] = written(tb, benchSegment([]string{}, isInSegment("middle"), paying))
	change.Segments["middle"] = written(tb, benchSegment([]string{}, isInSegment("inner"), compare("age", "gt", 18)))
	change.Segments["inner"] = written(tb, benchSegment([]string{}, compare("country", "in", []any{"US", "NL", "BE", "DE"})))
	return change
}

func written(tb testing.TB, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

const keysInTurn = 16

func fewFlags() map[string]string {
	flags := map[string]string{}
	for _, kind := range benchKinds {
		for at := range keysInTurn {
			flags[fmt.Sprintf("%s-%d", kind, at)] = kind
		}
	}
	return flags
}

func manyFlags() map[string]string {
	flags := map[string]string{}
	for at := range 200 {
		flags[fmt.Sprintf("flag-%d", at)] = benchKinds[at%3]
	}
	return flags
}

func TestAnEvaluationAllocatesNothing(t *testing.T) {
	snapshot, _ := NewGraph(nil).Change(benchChange(t, fewFlags()), true)
	users := usersOf(64)
	for _, kind := range benchKinds {
		flag := snapshot.Find(kind + "-0")
		at := 0
		allocations := testing.AllocsPerRun(1_000, func() {
			at++
			flag.Evaluate(&users[at%len(users)])
		})
		if allocations != 0 {
			t.Errorf("%s: %v allocations", kind, allocations)
		}
	}
	many, _ := NewGraph(nil).Change(benchChange(t, manyFlags()), true)
	answers := make([]*Outcome, 0, many.Len())
	if allocations := testing.AllocsPerRun(100, func() {
		answers = answers[:0]
		for _, flag := range many.All() {
			answers = append(answers, flag.Evaluate(&users[1]))
		}
	}); allocations != 0 {
		t.Errorf("all: %v allocations", allocations)
	}
}

func TestHandWrittenCodeAnswersTheSame(t *testing.T) {
	snapshot, _ := NewGraph(nil).Change(benchChange(t, fewFlags()), true)
	byHand := handWritten(fewFlags())
	on := 0
	for _, user := range append(usersOf(4_096), Context{}, Context{AnonymousID: userID(4)}, Context{Attributes: object{"plan": []string{"enterprise"}, "country": "NL", "age": "70"}}) {
		for key := range byHand {
			got, want := byHand[key](&user), snapshot.Find(key).Evaluate(&user)
			if got.Value != want.Value || got.Reason != want.Reason || got.RuleID != want.RuleID || got.Prerequisite != want.Prerequisite {
				t.Fatalf("%s for %v: by hand %v, compiled %v", key, user, got, want)
			}
			if want.Value == true {
				on++
			}
		}
	}
	if on == 0 {
		t.Error("nothing is on")
	}
}

func BenchmarkEvaluate(b *testing.B) {
	snapshot, _ := NewGraph(nil).Change(benchChange(b, fewFlags()), true)
	byHand := handWritten(fewFlags())
	users := usersOf(1_024)
	for _, kind := range benchKinds {
		var keys [keysInTurn]string
		for at := range keys {
			keys[at] = fmt.Sprintf("%s-%d", kind, at)
		}
		measure(b, kind, turns.Way{Name: "bunting", Run: func(times int) (on int) {
			for i := range times {
				if snapshot.Find(keys[i&(keysInTurn-1)]).Evaluate(&users[i&1_023]).Value == true {
					on++
				}
			}
			return on
		}}, turns.Way{Name: "by-hand", Run: func(times int) (on int) {
			for i := range times {
				if byHand[keys[i&(keysInTurn-1)]](&users[i&1_023]).Value == true {
					on++
				}
			}
			return on
		}})
	}
}

func BenchmarkEvaluateAll(b *testing.B) {
	snapshot, _ := NewGraph(nil).Change(benchChange(b, manyFlags()), true)
	flags := snapshot.All()[:200]
	byHand := handWritten(manyFlags())
	// In the order of their keys, like a snapshot's.
	var written []func(*Context) *Outcome
	for _, flag := range flags {
		written = append(written, byHand[flag.Key])
	}
	users := usersOf(1_024)
	answers := make([]*Outcome, 0, len(flags))
	measure(b, "all", turns.Way{Name: "bunting", Run: func(times int) int {
		for i := range times {
			answers = answers[:0]
			for _, flag := range flags {
				answers = append(answers, flag.Evaluate(&users[i&1_023]))
			}
		}
		return len(answers)
	}}, turns.Way{Name: "by-hand", Run: func(times int) int {
		for i := range times {
			answers = answers[:0]
			for _, evaluate := range written {
				answers = append(answers, evaluate(&users[i&1_023]))
			}
		}
		return len(answers)
	}})
}

func measure(b *testing.B, name string, ways ...turns.Way) {
	b.Run(name, func(b *testing.B) {
		turns := turns.Of(ways...)
		for b.Loop() {
			turns.Next()
		}
		turns.Report(b.ReportMetric)
	})
}
