package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// conditionTypes are the types of a condition, by the number of levels of groups that it may contain.
var conditionTypes = func() []types.ObjectType {
	all := make([]types.ObjectType, groupDepth+1)
	for depth := range all {
		all[depth] = condition(depth).Type().(types.ObjectType)
	}
	return all
}()

func readConditions(before attr.Value, conditions []api.Condition, depth int) types.List {
	earlier := elementsOf(before)
	values := make([]attr.Value, len(conditions))
	for index, condition := range conditions {
		from := fields(nil)
		if index < len(earlier) {
			from = earlier[index]
		}
		values[index] = readCondition(from, condition, depth)
	}
	return listOrNull(before, conditionTypes[depth], values)
}

func readCondition(before fields, condition api.Condition, depth int) attr.Value {
	shareType := conditionTypes[depth].AttrTypes["share"].(types.ObjectType)
	values := map[string]attr.Value{
		"attribute":   before.keepText("attribute", condition.Attribute, ""),
		"operator":    before.keepText("operator", condition.Operator, ""),
		"value":       types.StringNull(),
		"values":      types.ListNull(types.StringType),
		"share":       types.ObjectNull(shareType.AttrTypes),
		"ignore_case": before.keepBool("ignore_case", condition.IgnoreCase, false),
	}
	switch value := condition.Value.(type) {
	case nil:
	case []any:
		values["values"] = textList(value)
	case map[string]any:
		values["share"] = readShare(value, shareType)
	default:
		values["value"] = before.keepValue("value", value)
	}
	if depth > 0 {
		group, members := groupOf(condition)
		values["group"] = before.keepText("group", group, "")
		values["conditions"] = readConditions(before["conditions"], members, depth-1)
	}
	return types.ObjectValueMust(conditionTypes[depth].AttrTypes, values)
}

func groupOf(condition api.Condition) (string, []api.Condition) {
	switch {
	case len(condition.All) > 0:
		return "all", condition.All
	case len(condition.Any) > 0:
		return "any", condition.Any
	case len(condition.None) > 0:
		return "none", condition.None
	}
	return "", nil
}

func textList(values []any) types.List {
	texts := make([]attr.Value, len(values))
	for index, value := range values {
		texts[index] = types.StringValue(valueText(value))
	}
	return types.ListValueMust(types.StringType, texts)
}

func readShare(share map[string]any, shareType types.ObjectType) attr.Value {
	number := func(name string) attr.Value {
		value, _ := share[name].(float64)
		return types.Float64Value(value)
	}
	text := func(name string) types.String {
		if value, ok := share[name].(string); ok {
			return types.StringValue(value)
		}
		return types.StringNull()
	}
	return types.ObjectValueMust(shareType.AttrTypes, map[string]attr.Value{
		"from": number("from"),
		"to":   number("to"),
		"salt": text("salt"),
		"kind": text("kind"),
	})
}
