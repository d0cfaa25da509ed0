package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// change applies a plan to an environment, and reads the result. Protection is sent separately: it becomes a proposal if
// the environment is strict.
func (r *environmentResource) change(ctx context.Context, plan *environmentModel, before api.Environment, diags *diag.Diagnostics) {
	wanted := plan.environment()
	plain := map[string]any{}
	if wanted.Name != before.Name {
		plain["name"] = wanted.Name
	}
	if wanted.Color != "" && wanted.Color != before.Color {
		plain["color"] = wanted.Color
	}
	guarded := map[string]any{}
	for name, pair := range map[string][2]bool{
		"protected": {before.Protected, wanted.Protected},
		"strict":    {before.Strict, wanted.Strict},
		"emergency": {before.Emergency, wanted.Emergency},
	} {
		if pair[0] != pair[1] {
			guarded[name] = pair[1]
		}
	}
	projectID := plan.ProjectID.ValueString()
	for _, fields := range []map[string]any{plain, guarded} {
		if len(fields) == 0 {
			continue
		}
		answer, err := r.client.UpdateEnvironment(ctx, projectID, before.ID, fields)
		if tellAnswer(diags, "The environment "+before.Slug+" could not be changed", answer, err) {
			break
		}
	}
	// Also after a failure, so that the state has the actual result.
	after, err := r.client.FindEnvironment(ctx, projectID, before.ID)
	if tell(diags, "The environment "+before.Slug+" could not be read", err) {
		after = before
	}
	plan.read(after)
}
