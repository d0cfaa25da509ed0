package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// conditionForm validates that a condition is either a group or a comparison with at most one operand.
type conditionForm struct{}

func (conditionForm) Description(context.Context) string {
	return "must have an operator, with at most one of value, values and share, or a group with its conditions"
}

func (c conditionForm) MarkdownDescription(ctx context.Context) string { return c.Description(ctx) }

func (c conditionForm) ValidateObject(ctx context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	from := fieldsOf(req.ConfigValue)
	operands := from.countGiven("value", "values", "share")
	isGroup := from.countGiven("group", "conditions") > 0
	isWrong := operands > 1 || from.countGiven("operator") == 0
	if isGroup {
		isWrong = from.countGiven("group", "conditions") < 2 || operands+from.countGiven("operator", "attribute", "ignore_case") > 0
	}
	if isWrong {
		resp.Diagnostics.AddAttributeError(req.Path, "This is no condition", "It "+c.Description(ctx)+".")
	}
}

// countGiven counts the fields that have a value, or will have one.
func (f fields) countGiven(names ...string) int {
	given := 0
	for _, name := range names {
		if value := f[name]; value != nil && !value.IsNull() {
			given++
		}
	}
	return given
}
