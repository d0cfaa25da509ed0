package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type flagResource struct{ connected }

func newFlag() resource.Resource { return &flagResource{} }

func (*flagResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_flag"
}

func (r *flagResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.keepPlace(ctx, req, resp, "project")
	keepDocument(ctx, req, resp, "schema")
	refuseChange(ctx, req, resp, "type")
}

func (r *flagResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan flagModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	key := plan.Key.ValueString()
	summary := "The flag " + key + " could not be created"
	projectID, err := r.client.ProjectID(ctx, plan.Project.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	plan.ProjectID = types.StringValue(projectID)
	fields := plan.fields()
	fields["key"], fields["type"] = key, plan.Type.ValueString()
	if fields["schema"] == nil {
		delete(fields, "schema")
	}
	answer, err := r.client.Create(ctx, api.Flags, projectID, fields)
	if api.HasCode(err, api.Conflict) {
		r.bringBack(ctx, plan, err, resp)
		return
	}
	if tellAnswer(&resp.Diagnostics, summary, answer, err) {
		return
	}
	r.readInto(ctx, &plan, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// bringBack restores an archived flag, and applies the plan to it. A flag that is not archived is managed elsewhere.
func (r *flagResource) bringBack(ctx context.Context, plan flagModel, conflict error, resp *resource.CreateResponse) {
	projectID, key := plan.ProjectID.ValueString(), plan.Key.ValueString()
	summary := "The flag " + key + " could not be created"
	found, err := r.client.GetFlag(ctx, projectID, key)
	switch {
	case err != nil:
		tell(&resp.Diagnostics, summary, conflict)
	case found.ArchivedAt == nil:
		resp.Diagnostics.AddError(summary, "It is there already. To manage it here: "+
			"terraform import <address> "+plan.Project.ValueString()+"/"+key)
	case found.Type != plan.Type.ValueString():
		resp.Diagnostics.AddError(summary, "There was a "+found.Type+" flag with this key, which is archived. "+
			"A flag's type never changes: choose another key.")
	default:
		answer, err := r.client.Move(ctx, api.Flags, projectID, key, false)
		if tellAnswer(&resp.Diagnostics, "The archived flag "+key+" could not be brought back", answer, err) {
			return
		}
		r.change(ctx, &plan, found, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

func (r *flagResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state flagModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	projectID, err := r.client.ProjectID(ctx, state.Project.ValueString())
	var flag api.Flag
	if err == nil {
		flag, err = r.client.GetFlag(ctx, projectID, state.Key.ValueString())
	}
	// An archived flag counts as deleted; creating it brings it back.
	if api.HasCode(err, api.NotFound) || err == nil && flag.ArchivedAt != nil {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The flag could not be read", err) {
		return
	}
	state.ProjectID = types.StringValue(projectID)
	state.read(ctx, flag)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *flagResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan flagModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	before, err := r.client.GetFlag(ctx, plan.ProjectID.ValueString(), plan.Key.ValueString())
	if tell(&resp.Diagnostics, "The flag could not be read", err) {
		return
	}
	r.change(ctx, &plan, before, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *flagResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state flagModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.archive(ctx, api.Flags, state.ProjectID.ValueString(), state.Key.ValueString(), &resp.Diagnostics)
}

func (r *flagResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "key")
}
