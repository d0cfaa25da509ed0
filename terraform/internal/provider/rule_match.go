package provider

import (
	"reflect"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// matchRules returns for each rule the index of the same rule in others, or -1. Rules are matched by id or, if they have
// none, by name, by content, and finally by position. HCL usually omits ids, but percentages are drawn by them, so a rule
// must keep its own.
func matchRules(rules, others []api.Rule) []int {
	matched := make([]int, len(rules))
	taken := make([]bool, len(others))
	for index := range matched {
		matched[index] = -1
	}
	match := func(isSame func(index, other int) bool) {
		for index := range rules {
			for other := range others {
				if matched[index] < 0 && !taken[other] && isSame(index, other) {
					matched[index], taken[other] = other, true
				}
			}
		}
	}
	isOpen := func(index int) bool { return rules[index].ID == "" }
	match(func(index, other int) bool { return !isOpen(index) && rules[index].ID == others[other].ID })
	match(func(index, other int) bool {
		name := rules[index].Name
		return isOpen(index) && name == others[other].Name && isOnce(rules, name) && isOnce(others, name)
	})
	match(func(index, other int) bool {
		return isOpen(index) && reflect.DeepEqual(plainRule(rules[index]), plainRule(others[other]))
	})
	match(func(index, other int) bool { return isOpen(index) && index == other })
	return matched
}

// isOnce reports whether exactly one rule has a name.
func isOnce(rules []api.Rule, name string) bool {
	times := 0
	for _, rule := range rules {
		if rule.Name == name {
			times++
		}
	}
	return name != "" && times == 1
}

// keepIDs sets the ids of rules that have none to those in the service.
func keepIDs(rules, live []api.Rule) {
	for index, other := range matchRules(rules, live) {
		if other >= 0 {
			rules[index].ID = live[other].ID
		}
	}
}

// isSameRules compares rules. Ids count only if both sides have them.
func isSameRules(rules, others []api.Rule) bool {
	if len(rules) != len(others) {
		return false
	}
	for index := range rules {
		one, other := rules[index], others[index]
		if one.ID != "" && other.ID != "" && one.ID != other.ID || !reflect.DeepEqual(plainRule(one), plainRule(other)) {
			return false
		}
	}
	return true
}

// plainRule returns a rule without its id, and with the values of its conditions as text, which is how they are compared.
func plainRule(rule api.Rule) api.Rule {
	rule.ID = ""
	rule.Conditions = plainConditions(rule.Conditions)
	if len(rule.Distribution) == 0 {
		rule.Distribution = nil
	}
	return rule
}

func plainConditions(conditions []api.Condition) []api.Condition {
	plain := make([]api.Condition, len(conditions))
	for index, condition := range conditions {
		condition.Value = plainOperand(condition.Value)
		condition.All = plainConditions(condition.All)
		condition.Any = plainConditions(condition.Any)
		condition.None = plainConditions(condition.None)
		plain[index] = condition
	}
	return plain
}

func plainOperand(value any) any {
	switch value := value.(type) {
	case nil, map[string]any, []string:
		return value
	case []any:
		texts := make([]string, len(value))
		for index, each := range value {
			texts[index] = valueText(each)
		}
		return texts
	}
	return valueText(value)
}
