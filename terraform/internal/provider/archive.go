package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// archive destroys a flag or a segment. It can be restored with its history.
func (c *connected) archive(ctx context.Context, kind api.Kind, projectID, key string, diags *diag.Diagnostics) {
	answer, err := c.client.Move(ctx, kind, projectID, key, true)
	if api.HasCode(err, api.NotFound) {
		return
	}
	tellAnswer(diags, key+" could not be archived", answer, err)
}
