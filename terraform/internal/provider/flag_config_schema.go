package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func (*flagConfigResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "What a flag answers in an environment. Each change appends a version, on top of the one that the plan was made " +
			"with. Versions stay, so destroying it only takes it out of the state, and creating it appends a version to those that are there.",
		Attributes: versionedAttributes(map[string]schema.Attribute{
			"flag":    keyAttribute("The key of the flag."),
			"enabled": schema.BoolAttribute{Required: true, MarkdownDescription: "With `false` everybody gets the default value."},
			"default_value": schema.StringAttribute{
				Required: true,
				MarkdownDescription: "What it answers if no rule does, of the flag's type: `true`, `12`, `\"blue\"` or, of a `json` flag, " +
					"`jsonencode({ … })`.",
			},
			"rules": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Tried in order. The first one whose conditions hold answers.",
				NestedObject:        flagRule(),
			},
			"variants": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Values with names, of `string`, `number` and `json` flags. A rule's `distribution` splits between them.",
				NestedObject:        variant(),
			},
			"prerequisites": schema.ListNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Other flags, and what they have to answer. If one does not, this flag is off.",
				NestedObject:        prerequisite(),
			},
			"ignore_enabled": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`enabled` is the dashboard's: what is given here holds for the first version, and no plan shows or changes it " +
					"afterwards. Default: `false`.",
			},
			"ignore_rollout": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "The same for the `rollout_percentage` of rules, which schedules change, too. Default: `false`.",
			},
		}),
	}
}

func variant() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"key":         schema.StringAttribute{Required: true, MarkdownDescription: "Its name."},
		"value":       schema.StringAttribute{Required: true, MarkdownDescription: "Its value, of the flag's type."},
		"description": schema.StringAttribute{Optional: true, MarkdownDescription: "What it is about."},
	}}
}

func prerequisite() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"flag": schema.StringAttribute{Required: true, MarkdownDescription: "The key of the other flag."},
		"values": schema.ListAttribute{
			Required:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "Its answers, of its type, of which one will do.",
		},
	}}
}
