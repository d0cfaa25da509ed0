package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// versioned holds the attributes that configs of flags and of segments have in common.
type versioned struct {
	Project       types.String `tfsdk:"project"`
	ProjectID     types.String `tfsdk:"project_id"`
	Environment   types.String `tfsdk:"environment"`
	EnvironmentID types.String `tfsdk:"environment_id"`
	OnProtected   types.String `tfsdk:"on_protected"`
	Comment       types.String `tfsdk:"comment"`
	Version       types.Int64  `tfsdk:"version"`
	ProposalID    types.String `tfsdk:"proposal_id"`
}

const propose = "propose"

// versionedAttributes adds the attributes of versioned to those of a config.
func versionedAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["project"] = projectAttribute()
	attributes["project_id"] = madeAttribute("The id of the project.")
	attributes["environment"] = environmentAttribute()
	attributes["environment_id"] = madeAttribute("The id of the environment.")
	attributes["on_protected"] = schema.StringAttribute{
		Optional: true,
		MarkdownDescription: "What becomes of a change where the environment is protected: `fail` (the default), or `propose` a version that " +
			"another person approves. While a proposal is pending nothing more is planned, unless the config here changes: then another one " +
			"replaces it.",
		Validators: []validator.String{stringvalidator.OneOf("fail", propose)},
	}
	attributes["comment"] = schema.StringAttribute{
		Optional:  true,
		WriteOnly: true,
		MarkdownDescription: "Why: kept in the history of the next version or proposal. It is not in the state, so another comment alone " +
			"changes nothing. Needs Terraform 1.11.",
	}
	attributes["version"] = schema.Int64Attribute{
		Computed: true,
		MarkdownDescription: "The latest version. A change is made on top of it, and refused if another was saved in the meantime. 0 until the " +
			"first proposal is approved.",
	}
	attributes["proposal_id"] = schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: "The proposal that waits for its approval, if there is one.",
	}
	return attributes
}

// asWritten returns the list of the state, which means the same as the planned one. Terraform refuses that if one of them is null,
// because it tells an empty list from none: then the plan changes the state alone.
func asWritten(planned, before types.List) types.List {
	if planned.IsNull() || before.IsNull() {
		return planned
	}
	return before
}

// keepVersion plans that version and proposal_id do not change.
func keepVersion(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var before struct {
		version  types.Int64
		proposal types.String
	}
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("version"), &before.version)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("proposal_id"), &before.proposal)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("version"), before.version)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("proposal_id"), before.proposal)...)
}

// warnOfProtection adds a warning to the plan about a change in a protected environment.
func (c *connected) warnOfProtection(ctx context.Context, plan versioned, resp *resource.ModifyPlanResponse) {
	if c.client == nil || plan.Project.IsUnknown() || plan.Environment.IsUnknown() {
		return
	}
	projectID, err := c.client.ProjectID(ctx, plan.Project.ValueString())
	if err != nil {
		return
	}
	environment, err := c.client.FindEnvironment(ctx, projectID, plan.Environment.ValueString())
	if err != nil || !environment.Protected {
		return
	}
	if plan.OnProtected.ValueString() == propose {
		resp.Diagnostics.AddWarning(environment.Slug+" is protected: this becomes a proposal",
			"It takes effect when another person has approved it.")
	} else {
		resp.Diagnostics.AddWarning(environment.Slug+" is protected: this will be refused",
			"With on_protected = \"propose\" it becomes a proposal, which another person approves.")
	}
}

// place returns the location of a config, once its ids are known.
func (v *versioned) place(kind api.Kind, key types.String) api.Place {
	return api.Place{
		ProjectID:     v.ProjectID.ValueString(),
		EnvironmentID: v.EnvironmentID.ValueString(),
		Kind:          kind,
		Key:           key.ValueString(),
	}
}

// find sets the ids of the project and the environment.
func (v *versioned) find(ctx context.Context, c *connected) error {
	projectID, environmentID, err := c.locate(ctx, v.Project, v.Environment)
	if err == nil {
		v.ProjectID, v.EnvironmentID = types.StringValue(projectID), types.StringValue(environmentID)
	}
	return err
}
