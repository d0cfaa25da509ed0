package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// Rules of the service are written into the state in the form that they had there: defaults and ids are omitted unless they
// were given, and values keep their notation. A plan then shows only real differences.

// readRules returns the list of rules. kind is the type of the flag.
func readRules(before types.List, rules []api.Rule, ruleType types.ObjectType, kind string) types.List {
	earlier := elementsOf(before)
	matched := matchBefore(before, rules, kind)
	values := make([]attr.Value, len(rules))
	for index, rule := range rules {
		from := fields(nil)
		if matched[index] >= 0 {
			from = earlier[matched[index]]
		}
		values[index] = readRule(from, rule, ruleType, matched[index] < 0)
	}
	return listOrNull(before, ruleType, values)
}

// matchBefore returns for each rule of the service the index of the same rule in the state, or -1.
func matchBefore(before types.List, rules []api.Rule, kind string) []int {
	matched := make([]int, len(rules))
	for index := range matched {
		matched[index] = -1
	}
	// Cannot fail: the state was parsed before.
	earlier, _ := rulesOf(before, kind)
	for from, to := range matchRules(earlier, rules) {
		if to >= 0 {
			matched[to] = from
		}
	}
	return matched
}

// listOrNull returns null for an empty list, unless it was given as an empty list.
func listOrNull(before attr.Value, element attr.Type, values []attr.Value) types.List {
	if len(values) == 0 && (before == nil || before.IsNull() || before.IsUnknown()) {
		return types.ListNull(element)
	}
	return types.ListValueMust(element, values)
}

func readRule(before fields, rule api.Rule, ruleType types.ObjectType, isNew bool) attr.Value {
	values := map[string]attr.Value{
		"id":                 types.StringNull(),
		"name":               before.keepText("name", rule.Name, ""),
		"enabled":            before.keepBool("enabled", rule.Enabled, true),
		"condition_operator": before.keepText("condition_operator", rule.ConditionOperator, "AND"),
		"conditions":         readConditions(before["conditions"], rule.Conditions, groupDepth),
	}
	if isNew || before.isSet("id") {
		values["id"] = types.StringValue(rule.ID)
	}
	if _, isOfFlag := ruleType.AttrTypes["value"]; isOfFlag {
		readOutcome(values, before, rule, ruleType)
	}
	return types.ObjectValueMust(ruleType.AttrTypes, values)
}

// readOutcome adds the fields that only rules of flags have.
func readOutcome(values map[string]attr.Value, before fields, rule api.Rule, ruleType types.ObjectType) {
	values["value"] = before.keepValue("value", rule.Value)
	values["rollout_percentage"] = types.Float64PointerValue(rule.RolloutPercentage)
	values["bucket_by"] = before.keepText("bucket_by", rule.BucketBy, "")
	shareType := ruleType.AttrTypes["distribution"].(types.ListType).ElemType.(types.ObjectType)
	shares := make([]attr.Value, len(rule.Distribution))
	for index, share := range rule.Distribution {
		shares[index] = types.ObjectValueMust(shareType.AttrTypes, map[string]attr.Value{
			"variant": types.StringValue(share.Variant),
			"weight":  types.Float64Value(share.Weight),
		})
	}
	values["distribution"] = listOrNull(before["distribution"], shareType, shares)
	hashType := ruleType.AttrTypes["hash"].(types.ObjectType)
	values["hash"] = types.ObjectNull(hashType.AttrTypes)
	if rule.Hash != nil {
		values["hash"] = types.ObjectValueMust(hashType.AttrTypes, map[string]attr.Value{
			"kind":       types.StringValue(rule.Hash.Kind),
			"salt":       types.StringValue(rule.Hash.Salt),
			"split_salt": fieldsOf(before["hash"]).keepText("split_salt", rule.Hash.SplitSalt, ""),
		})
	}
}

func (f fields) keepText(name, now, standard string) types.String {
	if now == standard && !(f.isSet(name) && f.text(name) == standard) {
		return types.StringNull()
	}
	return types.StringValue(now)
}

func (f fields) keepBool(name string, now, standard bool) types.Bool {
	if now == standard && !f.isSet(name) {
		return types.BoolNull()
	}
	return types.BoolValue(now)
}

func (f fields) keepValue(name string, now any) types.String {
	if now == nil {
		return types.StringNull()
	}
	if f.isSet(name) && isSameValue(f.text(name), now) {
		return types.StringValue(f.text(name))
	}
	return types.StringValue(valueText(now))
}
