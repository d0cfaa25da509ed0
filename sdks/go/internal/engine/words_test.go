package engine

import (
	"fmt"
	"testing"
)

type planName string

func numbered(prefix string, count int) []any {
	texts := make([]any, count)
	for at := range texts {
		texts[at] = fmt.Sprintf("%s%d", prefix, at)
	}
	return texts
}

// The last three are too many for one comparison, for a mask together, and for a mask at all.
var wordRules = map[string][]any{
	"one":       {benchRule(0, compare("plan", "equals", "pro"))},
	"empty":     {benchRule(0, compare("plan", "in", []any{"", "free"}))},
	"negated":   {benchRule(0, compare("plan", "not_in", []any{"pro", "7"}), compare("plan", "not_equals", "free"))},
	"folded":    {benchRule(0, object{"attribute": "plan", "operator": "in", "value": []any{"PRO", "Free"}, "ignoreCase": true})},
	"alike":     {benchRule(0, compare("plan", "in", []any{"p-01-n", "p-02-n", "p-03-n"}))},
	"numbers":   {benchRule(0, compare("plan", "in", []any{"true", 7, 1e21, "07"}))},
	"inlined":   {benchRule(0, isInSegment("pro"), compare("plan", "in", []any{"free", "pro"}))},
	"drawn":     {withSplit(benchRule(0), "plan"), benchRule(1, compare("plan", "equals", "pro"))},
	"share":     {benchRule(0, object{"attribute": "plan", "operator": "in_share", "value": object{"from": 0, "to": 50, "salt": "s"}}, compare("plan", "equals", "pro"))},
	"user":      {benchRule(0, compare("userId", "in", []any{"ada", "pro"}))},
	"many":      {benchRule(0, compare("plan", "in", append(numbered("p", 20), "pro")))},
	"too many":  {benchRule(0, compare("plan", "in", numbered("p", 40))), benchRule(1, compare("plan", "in", numbered("q", 40)))},
	"very many": {benchRule(0, compare("plan", "not_in", append(numbered("p", 90), "pro")))},
}

func withSplit(rule object, by string) object {
	rule["rolloutPercentage"], rule["bucketBy"] = 25, by
	return rule
}

func wordContexts() []Context {
	plans := []any{
		nil, "", "pro", "PRO", "free", "p1", "p19", "p39", "p89", "q1", "q39", "p-01-n", "p-02-n", "p-04-n", "true", "7", "07", "1e+21", true, 7, 7.5,
		1e21, planName("pro"), planName("other"), []string{"pro", "free"}, []any{"other", 7}, []string{"q39"}, []any{}, map[string]any{},
	}
	contexts := make([]Context, len(plans))
	for at, plan := range plans {
		contexts[at] = Context{UserID: "ada", Attributes: object{"plan": plan}}
	}
	return append(contexts, Context{}, Context{UserID: "pro"}, Context{Attributes: object{"userId": planName("ada")}})
}

func TestMasksOfWordsAnswerAsComparisonsOfTexts(t *testing.T) {
	change := Change{map[string]string{}, map[string]string{"pro": written(t, benchSegment([]string{}, compare("plan", "in", []any{"pro", "p1"})))}}
	for key, rules := range wordRules {
		config := object{"version": 1, "enabled": true, "defaultValue": false, "rules": rules}
		change.Flags[key] = written(t, object{"id": "flag_1", "type": "boolean", "config": config})
	}
	masked, _ := NewGraph(nil).Change(change, true)
	compared, _ := NewGraph(nil).Change(change, true)
	masks := 0
	for _, flag := range compared.All() {
		for at := range flag.node.program.code {
			in := &flag.node.program.code[at]
			if in.hasMask {
				masks++
				in.hasMask = false
			}
		}
	}
	if masks < len(wordRules) {
		t.Errorf("only %d conditions have masks", masks)
	}
	for key := range wordRules {
		for _, context := range wordContexts() {
			got, want := masked.Find(key), compared.Find(key)
			if got.Broken || got.Evaluate(&context).RuleID != want.Evaluate(&context).RuleID {
				t.Errorf("%q for %v: by masks %v, by texts %v", key, context, got.Evaluate(&context), want.Evaluate(&context))
			}
		}
	}
}
