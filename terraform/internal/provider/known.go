package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// isKnown reports whether none of these values depends on a resource that is not created yet.
func isKnown(values ...attr.Value) bool {
	for _, value := range values {
		raw, err := value.ToTerraformValue(context.Background())
		if err != nil || !raw.IsFullyKnown() {
			return false
		}
	}
	return true
}
