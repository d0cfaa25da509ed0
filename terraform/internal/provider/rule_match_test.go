package provider

import (
	"reflect"
	"testing"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

func rule(id, name string, value any) api.Rule { return api.Rule{ID: id, Name: name, Value: value} }

func TestRulesWithoutAnIDKeepTheOneThatTheyHave(t *testing.T) {
	live := []api.Rule{rule("a", "Staff", "x"), rule("b", "", "y"), rule("c", "", "z")}
	for name, cases := range map[string]struct {
		rules []api.Rule
		ids   []string
	}{
		"where one is put before them":        {[]api.Rule{rule("", "", "new"), rule("", "Staff", "x"), rule("", "", "y"), rule("", "", "z")}, []string{"", "a", "b", "c"}},
		"where their order changes":           {[]api.Rule{rule("", "", "z"), rule("", "", "y"), rule("", "Staff", "x")}, []string{"c", "b", "a"}},
		"where one answers something else":    {[]api.Rule{rule("", "Staff", "other"), rule("", "", "y"), rule("", "", "changed")}, []string{"a", "b", "c"}},
		"where one says its id":               {[]api.Rule{rule("", "Staff", "x"), rule("c", "", "y"), rule("", "", "new")}, []string{"a", "c", ""}},
		"where one of the same name is added": {[]api.Rule{rule("", "Staff", "x"), rule("", "Staff", "w")}, []string{"a", "b"}},
	} {
		keepIDs(cases.rules, live)
		ids := []string{}
		for _, rule := range cases.rules {
			ids = append(ids, rule.ID)
		}
		if !reflect.DeepEqual(ids, cases.ids) {
			t.Errorf("%s they have %q in place of %q", name, ids, cases.ids)
		}
	}
}

func TestConditionsAreTheSameWhateverTypeTheirValuesHave(t *testing.T) {
	of := func(values ...any) []api.Rule {
		rule := api.Rule{}
		for _, value := range values {
			rule.Conditions = append(rule.Conditions, api.Condition{Attribute: "a", Operator: "in", Value: value})
		}
		return []api.Rule{rule}
	}
	if !isSameRules(of("25", []string{"1", "true"}), of(25.0, []any{1.0, true})) {
		t.Error("25 is another text than 25")
	}
	if isSameRules(of("25"), of("26")) || isSameRules(of("25"), of([]any{"25"})) {
		t.Error("different values are the same")
	}
}
