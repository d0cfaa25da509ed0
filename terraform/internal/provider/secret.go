package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// made holds the attributes of a secret that the service generates.
type made struct {
	StoreSecret types.Bool   `tfsdk:"store_secret"`
	Rotate      types.String `tfsdk:"rotate"`
	Secret      types.String `tfsdk:"secret"`
}

// madeAttributes adds the attributes of made to those of a resource.
func madeAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["store_secret"] = schema.BoolAttribute{
		Optional: true,
		MarkdownDescription: "Whether `secret` is kept in the state, where everybody who can read the state can read it. Otherwise the secret is " +
			"thrown away, and rotating gives another. Default: `false`.",
	}
	attributes["rotate"] = schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: "Any text, such as a date. Another one gives a new secret, which needs `store_secret`.",
	}
	attributes["secret"] = schema.StringAttribute{
		Computed:            true,
		Sensitive:           true,
		MarkdownDescription: "The secret, with `store_secret`. An imported one is not known until it is rotated.",
	}
	return attributes
}

// keep stores a secret in the state if that is allowed.
func (m *made) keep(secret string) {
	m.Secret = types.StringNull()
	if m.StoreSecret.ValueBool() {
		m.Secret = types.StringValue(secret)
	}
}

func secretsIn(ctx context.Context, get func(context.Context, path.Path, any) diag.Diagnostics) (made, diag.Diagnostics) {
	var found made
	diags := get(ctx, path.Root("store_secret"), &found.StoreSecret)
	diags.Append(get(ctx, path.Root("rotate"), &found.Rotate)...)
	diags.Append(get(ctx, path.Root("secret"), &found.Secret)...)
	return found, diags
}

// isRotated reports whether a plan requests a new secret. Removing rotate does not.
func (m made) isRotated(before made) bool {
	return !m.Rotate.IsNull() && !m.Rotate.Equal(before.Rotate)
}

// planSecret plans an unknown secret only if there will be one to store.
func planSecret(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	plan, diags := secretsIn(ctx, resp.Plan.GetAttribute)
	resp.Diagnostics.Append(diags...)
	isStored := plan.StoreSecret.IsUnknown() || plan.StoreSecret.ValueBool()
	planned := types.StringUnknown()
	if !isStored {
		planned = types.StringNull()
	}
	if !req.State.Raw.IsNull() && len(resp.RequiresReplace) == 0 {
		state, diags := secretsIn(ctx, req.State.GetAttribute)
		resp.Diagnostics.Append(diags...)
		isRotated := plan.isRotated(state)
		switch {
		case isRotated && !isStored:
			resp.Diagnostics.AddAttributeError(path.Root("rotate"), "The new secret would be lost",
				"Nobody would know it, and earlier ones end. Set store_secret = true, or rotate on the dashboard or the command line.")
		case !isRotated && isStored && state.Secret.IsNull():
			resp.Diagnostics.AddAttributeWarning(path.Root("store_secret"), "There is no secret to store",
				"The one that was made is not known. Another `rotate` makes a new one.")
		}
		if !isRotated && isStored {
			planned = state.Secret
		}
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("secret"), planned)...)
}
