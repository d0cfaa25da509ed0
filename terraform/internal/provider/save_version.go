package provider

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// change is a config to be saved or proposed.
type change[Config any] struct {
	client *api.Client
	at     api.Place
	// live is the latest version; nil if there is none.
	live    *api.Version[Config]
	wanted  Config
	comment string
	// isSame reports whether two configs evaluate alike.
	isSame func(one, other Config) bool
}

func (c change[Config]) latest() int64 {
	if c.live == nil {
		return 0
	}
	return c.live.Version
}

// save appends a version, or proposes one. It updates v, which initially has the id of the pending proposal.
func (c change[Config]) save(ctx context.Context, v *versioned, diags *diag.Diagnostics) {
	pending := v.ProposalID.ValueString()
	v.Version, v.ProposalID = types.Int64Value(c.latest()), types.StringNull()
	if c.live != nil && c.isSame(c.wanted, c.live.Config) {
		if pending != "" {
			c.withdraw(ctx, pending, diags)
		}
		return
	}
	answer, err := api.SaveVersion(ctx, c.client, c.at, c.wanted, api.Change{Version: c.latest() + 1, Comment: c.comment})
	switch {
	case api.HasCode(err, api.ProtectedEnvironment) && v.OnProtected.ValueString() == propose:
		v.ProposalID = c.propose(ctx, pending, diags)
	case api.HasCode(err, api.ProtectedEnvironment):
		diags.AddError(c.at.Key+" was not changed: the environment is protected",
			"With on_protected = \"propose\" the change becomes a proposal, which another person approves.\n\n"+err.Error())
	case api.HasCode(err, api.VersionConflict):
		tellConflict(c.at.Key, diags)
	case !tellAnswer(diags, c.at.Key+" was not changed", answer, err):
		v.Version = types.Int64Value(c.latest() + 1)
	}
}

func tellConflict(key string, diags *diag.Diagnostics) {
	diags.AddError(key+" was changed by somebody else since the plan was made",
		"Another version was saved in the meantime, on the dashboard or by another run. Nothing of it was overwritten: plan again, and look "+
			"at what it changed.")
}

// propose creates a proposal that replaces the pending one that Terraform created earlier, and returns its id.
func (c change[Config]) propose(ctx context.Context, pending string, diags *diag.Diagnostics) types.String {
	about := api.Change{Version: c.latest(), Comment: c.comment, Replaces: pending}
	id, err := api.Propose(ctx, c.client, c.at, c.wanted, about)
	if api.HasCode(err, api.ProposalNotPending) {
		// The pending proposal was decided in the meantime.
		about.Replaces = ""
		id, err = api.Propose(ctx, c.client, c.at, c.wanted, about)
	}
	if api.HasCode(err, api.ProposalAlreadyPending) {
		if id := c.findSame(ctx); id != "" {
			return types.StringValue(id)
		}
	}
	if tell(diags, c.at.Key+" could not be proposed", err) {
		return types.StringNull()
	}
	diags.AddWarning(c.at.Key+" waits for an approval", "The environment is protected: the change is the proposal "+id+
		", and takes effect when another person has approved it.")
	return types.StringValue(id)
}

// findSame returns the id of a pending proposal of exactly this config: an interrupted run may have created it.
func (c change[Config]) findSame(ctx context.Context) string {
	found, err := c.client.FindPending(ctx, c.at)
	if err != nil || found == nil {
		return ""
	}
	proposed, err := proposedConfig[Config](*found)
	if err != nil || !c.isSame(c.wanted, proposed) {
		return ""
	}
	return found.ID
}

func proposedConfig[Config any](proposal api.Proposal) (config Config, err error) {
	err = json.Unmarshal(proposal.ProposedConfig, &config)
	return config, err
}

func (c change[Config]) withdraw(ctx context.Context, proposal string, diags *diag.Diagnostics) {
	err := c.client.Withdraw(ctx, proposal, "Terraform has the config as it is.")
	if !api.HasCode(err, api.ProposalNotPending) && !api.HasCode(err, api.NotFound) {
		tell(diags, fmt.Sprintf("The proposal %s could not be withdrawn", proposal), err)
	}
}

// isPending reports whether the proposal of the state is still pending, with a warning if it is. A decided proposal is
// removed from the state.
func (v *versioned) isPending(ctx context.Context, c *connected, key string, diags *diag.Diagnostics) bool {
	id := v.ProposalID.ValueString()
	if id == "" {
		return false
	}
	proposal, err := c.client.GetProposal(ctx, id)
	if err != nil && !api.HasCode(err, api.NotFound) {
		tell(diags, "The proposal "+id+" could not be read", err)
		return true
	}
	if proposal.IsPending() {
		diags.AddWarning(key+" waits for an approval", "The proposal "+id+" is pending: the environment goes on as it was until another "+
			"person has approved it.")
		return true
	}
	v.ProposalID = types.StringNull()
	if proposal.Status == "rejected" {
		note := ""
		if proposal.ReviewNote != nil && *proposal.ReviewNote != "" {
			note = fmt.Sprintf(" with the note %q", *proposal.ReviewNote)
		}
		diags.AddWarning("The proposal for "+key+" was rejected", "It was rejected"+note+". Applying this config proposes it anew.")
	}
	return false
}
