package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// connected provides the client to all resources. It is nil while Terraform validates, and while it plans with an address
// or a key that is not known yet.
type connected struct{ client *api.Client }

func (c *connected) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	c.client, _ = req.ProviderData.(*api.Client)
}

// connectedData provides the client to data sources.
type connectedData struct{ client *api.Client }

func (c *connectedData) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	c.client, _ = req.ProviderData.(*api.Client)
}

// locate returns the ids of a project and an environment.
func (c *connected) locate(ctx context.Context, project, environment types.String) (projectID, environmentID string, err error) {
	if projectID, err = c.client.ProjectID(ctx, project.ValueString()); err != nil {
		return "", "", err
	}
	environmentID, err = c.client.EnvironmentID(ctx, projectID, environment.ValueString())
	return projectID, environmentID, err
}

// tell adds an error of the service to the diagnostics, and reports whether there was one.
func tell(diags *diag.Diagnostics, summary string, err error) bool {
	if err != nil {
		diags.AddError(summary, err.Error())
	}
	return err != nil
}

// tellAnswer is like tell, but also adds what the service reports about an accepted change: a warning, or that it became a
// proposal.
func tellAnswer(diags *diag.Diagnostics, summary string, answer api.Answer, err error) bool {
	if tell(diags, summary, err) {
		return true
	}
	if answer.IsProposed() {
		diags.AddError(summary+": it waits for an approval",
			"A strict environment is concerned, so it became the proposal "+answer.ID+". Apply again when another person has approved it.")
		return true
	}
	if answer.SyncWarning != "" {
		diags.AddWarning("Saved, but not published yet", answer.SyncWarning)
	}
	return false
}
