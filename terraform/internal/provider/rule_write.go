package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// rulesOf converts the rules of a plan or the state into those of a request. kind is the type of the flag.
func rulesOf(list types.List, kind string) ([]api.Rule, error) {
	rules := []api.Rule{}
	for index, from := range elementsOf(list) {
		rule, err := ruleOf(from, kind)
		if err != nil {
			return nil, fmt.Errorf("rules[%d].value: %w", index, err)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

func ruleOf(from fields, kind string) (api.Rule, error) {
	rule := api.Rule{
		ID:                from.text("id"),
		Name:              from.text("name"),
		Enabled:           from.boolOr("enabled", true),
		ConditionOperator: "AND",
		Conditions:        conditionsOf(from, "conditions"),
		RolloutPercentage: from.number("rollout_percentage"),
		BucketBy:          from.text("bucket_by"),
	}
	if from.isSet("condition_operator") {
		rule.ConditionOperator = from.text("condition_operator")
	}
	for _, share := range elementsOf(from["distribution"]) {
		rule.Distribution = append(rule.Distribution, api.Share{Variant: share.text("variant"), Weight: share.amount("weight")})
	}
	if from.isSet("hash") {
		hash := fieldsOf(from["hash"])
		rule.Hash = &api.Hash{Kind: hash.text("kind"), Salt: hash.text("salt"), SplitSalt: hash.text("split_salt")}
	}
	if !from.isSet("value") {
		return rule, nil
	}
	var err error
	rule.Value, err = parseValue(kind, from.text("value"))
	return rule, err
}

func conditionsOf(from fields, name string) []api.Condition {
	conditions := []api.Condition{}
	for _, each := range elementsOf(from[name]) {
		conditions = append(conditions, conditionOf(each))
	}
	return conditions
}

func conditionOf(from fields) api.Condition {
	condition := api.Condition{
		Attribute:  from.text("attribute"),
		Operator:   from.text("operator"),
		IgnoreCase: from.boolOr("ignore_case", false),
	}
	switch {
	case from.isSet("value"):
		condition.Value = from.text("value")
	case from.isSet("values"):
		condition.Value = from.texts("values")
	case from.isSet("share"):
		condition.Value = shareOf(fieldsOf(from["share"]))
	}
	switch from.text("group") {
	case "all":
		condition.All = conditionsOf(from, "conditions")
	case "any":
		condition.Any = conditionsOf(from, "conditions")
	case "none":
		condition.None = conditionsOf(from, "conditions")
	}
	return condition
}

func shareOf(from fields) map[string]any {
	share := map[string]any{"from": from.amount("from"), "to": from.amount("to"), "salt": from.text("salt")}
	if from.isSet("kind") {
		share["kind"] = from.text("kind")
	}
	return share
}
