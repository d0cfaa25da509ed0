package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type flagConfigResource struct{ connected }

func newFlagConfig() resource.Resource { return &flagConfigResource{} }

func (*flagConfigResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_flag_config"
}

func (r *flagConfigResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan flagConfigModel
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
func (r *flagConfigResource) save(ctx context.Context, plan *flagConfigModel, state *flagConfigModel, diags *diag.Diagnostics) bool {
	flag, err := r.client.GetFlag(ctx, plan.ProjectID.ValueString(), plan.Flag.ValueString())
	if tell(diags, "The flag "+plan.Flag.ValueString()+" could not be read", err) {
		return false
	}
	known, err := r.kindsOf(ctx, plan, flag)
	if tell(diags, "A prerequisite of "+flag.Key+" could not be read", err) {
		return false
	}
	wanted, err := plan.config(known)
	if tell(diags, "The config of "+flag.Key+" is not as its type asks for", err) {
		return false
	}
	var live *api.Version[api.FlagConfig]
	if latest, ok := flag.Versions[plan.EnvironmentID.ValueString()]; ok {
		live = &latest
		if state != nil && !state.hasSeen(latest, known) {
			tellConflict(flag.Key, diags)
			return false
		}
		plan.keepIgnored(&wanted, latest.Config)
		keepIDs(wanted.Rules, latest.Config.Rules)
		if state == nil && !isSameFlagConfig(wanted, latest.Config) {
			diags.AddWarning(flag.Key+" had a config already", "The one that is applied here comes on top of it; its history has both.")
		}
	}
	comment := plan.Comment.ValueString()
	plan.Comment = types.StringNull()
	at := plan.place(api.Flags, plan.Flag)
	change[api.FlagConfig]{r.client, at, live, wanted, comment, isSameFlagConfig}.save(ctx, &plan.versioned, diags)
	return !diags.HasError()
}

// hasSeen reports whether the state has a version, or differs from it only in what is left to the dashboard.
func (m *flagConfigModel) hasSeen(latest api.Version[api.FlagConfig], known kinds) bool {
	if latest.Version == m.Version.ValueInt64() {
		return true
	}
	seen, err := m.config(known)
	if err != nil || !m.ProposalID.IsNull() {
		return false
	}
	m.keepIgnored(&seen, latest.Config)
	return isSameFlagConfig(seen, latest.Config)
}

// kindsOf returns the types of a flag and of its prerequisites.
func (r *flagConfigResource) kindsOf(ctx context.Context, plan *flagConfigModel, flag api.Flag) (kinds, error) {
	known := kinds{flag.Key: flag.Type}
	for _, from := range elementsOf(plan.Prerequisites) {
		other, err := r.client.GetFlag(ctx, plan.ProjectID.ValueString(), from.text("flag"))
		if err != nil {
			return nil, err
		}
		known[other.Key] = other.Type
	}
	return known, nil
}

func (r *flagConfigResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state flagConfigModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	err := state.find(ctx, &r.connected)
	var flag api.Flag
	if err == nil {
		flag, err = r.client.GetFlag(ctx, state.ProjectID.ValueString(), state.Flag.ValueString())
	}
	if api.HasCode(err, api.NotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The config could not be read", err) {
		return
	}
	isPending := state.isPending(ctx, &r.connected, flag.Key, &resp.Diagnostics)
	latest, isThere := flag.Versions[state.EnvironmentID.ValueString()]
	if !isThere && !isPending {
		resp.State.RemoveResource(ctx)
		return
	}
	state.Version = types.Int64Value(latest.Version)
	// The state has the proposed config: until the proposal is decided there is nothing to do.
	if !isPending {
		state.read(latest.Config, flag.Type)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *flagConfigResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state flagConfigModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("comment"), &plan.Comment)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The planned version is known, so only attributes that do not concern the service changed.
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

func (*flagConfigResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state flagConfigModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.AddWarning(state.Flag.ValueString()+" goes on answering in "+state.Environment.ValueString(),
		"A config cannot be deleted. It is no longer managed here, and stays as it is until somebody changes it or archives the flag.")
}

func (r *flagConfigResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "environment", "flag")
}
