package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The attributes that locate a resource. keepPlace plans them, since a slug and an id can refer to the same thing.
func projectAttribute() schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: "The project, by its slug or id."}
}

func environmentAttribute() schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: "The environment, by its slug or id."}
}

// madeAttribute returns an attribute that the service sets and that never changes.
func madeAttribute(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// keepPlace compares the location of a resource in the plan and the state. A slug and an id of the same thing are no
// change; another location replaces the resource.
func (c *connected) keepPlace(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, names ...string) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() {
		return
	}
	projectID := ""
	for _, name := range names {
		var planned, before, beforeID types.String
		resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root(name), &planned)...)
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(name), &before)...)
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(name+"_id"), &beforeID)...)
		isSame := planned.Equal(before)
		if !isSame && !planned.IsUnknown() && !planned.IsNull() && c.client != nil {
			id, err := c.idOf(ctx, name, projectID, planned.ValueString())
			isSame = err == nil && id == beforeID.ValueString()
		}
		if isSame {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), before)...)
		} else {
			resp.RequiresReplace = append(resp.RequiresReplace, path.Root(name))
		}
		projectID = beforeID.ValueString()
	}
}

func (c *connected) idOf(ctx context.Context, name, projectID, ref string) (string, error) {
	if name == "project" {
		return c.client.ProjectID(ctx, ref)
	}
	return c.client.EnvironmentID(ctx, projectID, ref)
}
