package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// refuseChange rejects a plan that changes an immutable attribute of a flag or segment. Replacing it is impossible, because
// the archived one keeps its key.
func refuseChange(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, names ...string) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() || len(resp.RequiresReplace) > 0 {
		return
	}
	var key, keyBefore types.String
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("key"), &key)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("key"), &keyBefore)...)
	if !key.Equal(keyBefore) {
		return
	}
	for _, name := range names {
		var planned, before attr.Value
		resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root(name), &planned)...)
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(name), &before)...)
		if resp.Diagnostics.HasError() || planned.IsUnknown() || planned.Equal(before) {
			continue
		}
		resp.Diagnostics.AddAttributeError(path.Root(name), "The "+name+" of "+key.ValueString()+" never changes",
			"Choose another key as well: the flag or segment that has this one is archived then, and keeps it.")
	}
}

// keepDocument plans no change if a JSON document is only written differently.
func keepDocument(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, name string) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() {
		return
	}
	var planned, before types.String
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root(name), &planned)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(name), &before)...)
	if planned.IsNull() || planned.IsUnknown() || before.IsNull() || !isSameText(planned.ValueString(), before.ValueString()) {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), before)...)
}
