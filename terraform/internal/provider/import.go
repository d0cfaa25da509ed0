package provider

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// importParts stores the parts of an import id, such as shop/production/checkout, in the named attributes.
func importParts(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse, names ...string) {
	parts := strings.Split(req.ID, "/")
	if len(parts) != len(names) || strings.Contains("/"+req.ID+"/", "//") {
		resp.Diagnostics.AddError("The id to import is not as expected",
			req.ID+" should be "+strings.Join(names, "/")+", in slugs or ids.")
		return
	}
	for index, name := range names {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), parts[index])...)
	}
}
