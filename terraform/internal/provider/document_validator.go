package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// document validates that a text is a JSON object.
type document struct{}

func (document) Description(context.Context) string { return "must be a JSON object, by jsonencode" }

func (d document) MarkdownDescription(ctx context.Context) string { return d.Description(ctx) }

func (d document) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	read, _ := documentIn(req.ConfigValue.ValueString())
	if _, isObject := read.(map[string]any); !isObject {
		resp.Diagnostics.AddAttributeError(req.Path, "This is no JSON object", "It "+d.Description(ctx)+".")
	}
}
