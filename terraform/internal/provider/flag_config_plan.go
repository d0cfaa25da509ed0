package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// ModifyPlan plans a new version only if the meaning of the config differs, and reports early what the service would
// reject.
func (r *flagConfigResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	r.keepPlace(ctx, req, resp, "project", "environment")
	var plan, state flagConfigModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	isNew := req.State.Raw.IsNull() || len(resp.RequiresReplace) > 0
	if !isNew {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		isNew = !state.Flag.Equal(plan.Flag)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if !isNew && plan.isWrittenAs(state) {
		keepVersion(ctx, req, resp)
		return
	}
	if plan.isKnown() {
		known := r.lookUp(ctx, &plan)
		wanted, err := plan.config(known)
		if err != nil {
			resp.Diagnostics.AddError("The config of "+plan.Flag.ValueString()+" is not as its type asks for", err.Error())
			return
		}
		before, err := state.config(known)
		if !isNew && err == nil && keepSame(ctx, plan, state, wanted, before, resp) {
			keepVersion(ctx, req, resp)
			return
		}
	}
	r.warnOfProtection(ctx, plan.versioned, resp)
}

// isWrittenAs reports whether two configs are written identically.
func (m *flagConfigModel) isWrittenAs(other flagConfigModel) bool {
	return m.Enabled.Equal(other.Enabled) && m.DefaultValue.Equal(other.DefaultValue) && m.Rules.Equal(other.Rules) &&
		m.Variants.Equal(other.Variants) && m.Prerequisites.Equal(other.Prerequisites)
}

// isKnown reports whether no part of a config depends on a resource that is not created yet.
func (m *flagConfigModel) isKnown() bool {
	return isKnown(m.Project, m.Flag, m.Enabled, m.DefaultValue, m.Rules, m.Variants, m.Prerequisites, m.IgnoreEnabled, m.IgnoreRollout)
}

// keepSame reports whether a plan means the same as the state. If all of it does, the plan takes the notation of the state.
func keepSame(
	ctx context.Context, plan, state flagConfigModel, wanted, before api.FlagConfig, resp *resource.ModifyPlanResponse,
) bool {
	if isSameFlagConfig(wanted, before) {
		plan.DefaultValue = state.DefaultValue
		plan.Rules = asWritten(plan.Rules, state.Rules)
		plan.Variants = asWritten(plan.Variants, state.Variants)
		plan.Prerequisites = asWritten(plan.Prerequisites, state.Prerequisites)
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
		return true
	}
	// What is left to the dashboard stays as it is written here, and has no effect there.
	plan.keepIgnored(&wanted, before)
	return isSameFlagConfig(wanted, before)
}

// lookUp returns the types of the flag and its prerequisites, as far as these exist already.
func (r *flagConfigResource) lookUp(ctx context.Context, plan *flagConfigModel) kinds {
	known := kinds{}
	if r.client == nil {
		return known
	}
	projectID, err := r.client.ProjectID(ctx, plan.Project.ValueString())
	if err != nil {
		return known
	}
	keys := []string{plan.Flag.ValueString()}
	for _, from := range elementsOf(plan.Prerequisites) {
		keys = append(keys, from.text("flag"))
	}
	for _, key := range keys {
		if flag, err := r.client.GetFlag(ctx, projectID, key); err == nil {
			known[key] = flag.Type
		}
	}
	return known
}
