package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// isKnown tells whether nothing in these values waits for another resource.
func isKnown(values ...attr.Value) bool {
	for _, value := range values {
		raw, err := value.ToTerraformValue(context.Background())
		if err != nil || !raw.IsFullyKnown() {
			return false
		}
	}
	return true
}
