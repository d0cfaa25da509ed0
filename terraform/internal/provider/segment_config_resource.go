package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type segmentConfigResource struct{ connected }

func newSegmentConfig() resource.Resource { return &segmentConfigResource{} }

func (*segmentConfigResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_segment_config"
}

// ModifyPlan plans a new version only if the meaning of the config differs.
func (r *segmentConfigResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	r.keepPlace(ctx, req, resp, "project", "environment")
	var plan, state segmentConfigModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	isNew := req.State.Raw.IsNull() || len(resp.RequiresReplace) > 0
	if !isNew {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		isNew = !state.Segment.Equal(plan.Segment)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if !isNew && isKnown(plan.Included, plan.Excluded, plan.Rules) && isSameSegmentConfig(plan.config(), state.config()) {
		plan.Included = asWritten(plan.Included, state.Included)
		plan.Excluded = asWritten(plan.Excluded, state.Excluded)
		plan.Rules = asWritten(plan.Rules, state.Rules)
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
		keepVersion(ctx, req, resp)
		return
	}
	r.warnOfProtection(ctx, plan.versioned, resp)
}

func (r *segmentConfigResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan segmentConfigModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("comment"), &plan.Comment)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ProposalID = types.StringNull()
	if tell(&resp.Diagnostics, "The config could not be created", plan.find(ctx, &r.connected)) {
		return
	}
	if r.save(ctx, &plan, nil, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

// save saves or proposes a config on top of the version of the state, if there is one. It returns false on failure.
func (r *segmentConfigResource) save(ctx context.Context, plan, state *segmentConfigModel, diags *diag.Diagnostics) bool {
	segment, err := r.client.GetSegment(ctx, plan.ProjectID.ValueString(), plan.Segment.ValueString())
	if tell(diags, "The segment "+plan.Segment.ValueString()+" could not be read", err) {
		return false
	}
	wanted := plan.config()
	var live *api.Version[api.SegmentConfig]
	if latest, ok := segment.Versions[plan.EnvironmentID.ValueString()]; ok {
		live = &latest
		if state != nil && latest.Version != state.Version.ValueInt64() {
			tellConflict(segment.Key, diags)
			return false
		}
		keepIDs(wanted.Rules, latest.Config.Rules)
		if state == nil && !isSameSegmentConfig(wanted, latest.Config) {
			diags.AddWarning(segment.Key+" had a config already", "The one that is applied here comes on top of it; its history has both.")
		}
	}
	comment := plan.Comment.ValueString()
	plan.Comment = types.StringNull()
	at := plan.place(api.Segments, plan.Segment)
	change[api.SegmentConfig]{r.client, at, live, wanted, comment, isSameSegmentConfig}.save(ctx, &plan.versioned, diags)
	return !diags.HasError()
}

func (r *segmentConfigResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state segmentConfigModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	err := state.find(ctx, &r.connected)
	var segment api.Segment
	if err == nil {
		segment, err = r.client.GetSegment(ctx, state.ProjectID.ValueString(), state.Segment.ValueString())
	}
	if api.HasCode(err, api.NotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The config could not be read", err) {
		return
	}
	isPending := state.isPending(ctx, &r.connected, segment.Key, &resp.Diagnostics)
	latest, isThere := segment.Versions[state.EnvironmentID.ValueString()]
	if !isThere && !isPending {
		resp.State.RemoveResource(ctx)
		return
	}
	state.Version = types.Int64Value(latest.Version)
	if !isPending {
		state.read(latest.Config)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *segmentConfigResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state segmentConfigModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("comment"), &plan.Comment)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !plan.Version.IsUnknown() {
		plan.Comment = types.StringNull()
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
		return
	}
	plan.ProposalID = state.ProposalID
	if r.save(ctx, &plan, &state, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

func (*segmentConfigResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state segmentConfigModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.AddWarning(state.Segment.ValueString()+" is as it was in "+state.Environment.ValueString(),
		"A config cannot be deleted. It is no longer managed here, and stays as it is until somebody changes it or archives the segment.")
}

func (r *segmentConfigResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "environment", "segment")
}
