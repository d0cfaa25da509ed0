package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type segmentConfigModel struct {
	versioned
	Segment  types.String `tfsdk:"segment"`
	Included types.List   `tfsdk:"included"`
	Excluded types.List   `tfsdk:"excluded"`
	Rules    types.List   `tfsdk:"rules"`
}

func (*segmentConfigResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Who is in a segment in an environment. Each change appends a version, on top of the one that the plan was made " +
			"with. Versions stay, so destroying it only takes it out of the state, and creating it appends a version to those that are there. " +
			"Large segments have none: their ids are uploaded.",
		Attributes: versionedAttributes(map[string]schema.Attribute{
			"segment":  keyAttribute("The key of the segment."),
			"included": idsAttribute("The ids that are in it, whatever its rules say. Their order does not count."),
			"excluded": idsAttribute("The ids that are not in it, unless they are included."),
			"rules": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Everybody for whom the conditions of one of them hold is in it.",
				NestedObject:        segmentRule(),
			},
		}),
	}
}

func idsAttribute(description string) schema.ListAttribute {
	return schema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}

// config returns the config to send to the service.
func (m *segmentConfigModel) config() api.SegmentConfig {
	from := fields{"included": m.Included, "excluded": m.Excluded}
	// Rules of segments have no values, so this cannot fail.
	rules, _ := rulesOf(m.Rules, "")
	return api.SegmentConfig{Included: from.texts("included"), Excluded: from.texts("excluded"), Rules: rules}
}

// read writes a config of the service into the state, in the form in which the state had it.
func (m *segmentConfigModel) read(config api.SegmentConfig) {
	m.Included = readIDs(m.Included, config.Included)
	m.Excluded = readIDs(m.Excluded, config.Excluded)
	m.Rules = readRules(m.Rules, config.Rules, segmentRuleType, "")
}

func readIDs(before types.List, ids []string) types.List {
	if isSameIDs(fields{"ids": before}.texts("ids"), ids) {
		return before
	}
	values := make([]attr.Value, len(ids))
	for index, id := range ids {
		values[index] = types.StringValue(id)
	}
	return listOrNull(before, types.StringType, values)
}

// isSameIDs compares lists regardless of their order.
func isSameIDs(one, other []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other)))
}

// isSameSegmentConfig reports whether two configs define the same audience.
func isSameSegmentConfig(one, other api.SegmentConfig) bool {
	return isSameIDs(one.Included, other.Included) && isSameIDs(one.Excluded, other.Excluded) && isSameRules(one.Rules, other.Rules)
}
