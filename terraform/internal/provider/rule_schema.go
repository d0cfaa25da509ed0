package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// groupDepth is the number of levels to which groups of conditions nest.
const groupDepth = 3

// The types of the rules of flags and segments in the state.
var (
	flagRuleType    = flagRule().Type().(types.ObjectType)
	segmentRuleType = segmentRule().Type().(types.ObjectType)
)

func segmentRule() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Its id. Percentages and splits are drawn by it. Without it the service makes one, which stays the rule's as " +
				"long as its `name`, its content or its place does.",
		},
		"name":    schema.StringAttribute{Optional: true, MarkdownDescription: "Its name for people."},
		"enabled": schema.BoolAttribute{Optional: true, MarkdownDescription: "With `false` the rule is skipped. Default: `true`."},
		"condition_operator": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Whether all `conditions` have to hold (`AND`, the default) or any (`OR`).",
			Validators:          []validator.String{stringvalidator.OneOf("AND", "OR")},
		},
		"conditions": conditionList("Whom the rule is for. Without any, everybody.", groupDepth),
	}}
}

func flagRule() schema.NestedAttributeObject {
	rule := segmentRule()
	rule.Attributes["value"] = schema.StringAttribute{
		Optional: true,
		MarkdownDescription: "What the rule answers, of the flag's type: `true`, `12`, `\"blue\"` or, of a `json` flag, `jsonencode({ … })`. " +
			"Without it, `distribution`.",
	}
	rule.Attributes["rollout_percentage"] = schema.Float64Attribute{
		Optional:            true,
		MarkdownDescription: "The share of those it is for who get it, from 0 to 100, with up to three decimals. Needs the Pro plan.",
	}
	rule.Attributes["distribution"] = schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Splits those it is for between variants, by weight.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"variant": schema.StringAttribute{Required: true, MarkdownDescription: "A variant's key; of a boolean flag, `true` or `false`."},
			"weight":  schema.Float64Attribute{Required: true, MarkdownDescription: "Its weight. Weights can have any sum."},
		}},
	}
	rule.Attributes["bucket_by"] = schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: "The attribute that percentages and splits are drawn by, such as `companyId`; without it, the user.",
	}
	rule.Attributes["hash"] = schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Draws as the service did that the rule came from.",
		Attributes: map[string]schema.Attribute{
			"kind":       schema.StringAttribute{Required: true, MarkdownDescription: "The service, such as `launchdarkly`."},
			"salt":       schema.StringAttribute{Required: true, MarkdownDescription: "All that it puts beside the unit, with its separators."},
			"split_salt": schema.StringAttribute{Optional: true, MarkdownDescription: "That of the distribution, if it is drawn apart."},
		},
	}
	return rule
}

func conditionList(description string, depth int) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{Optional: true, MarkdownDescription: description, NestedObject: condition(depth)}
}

// condition returns the schema of a condition on an attribute, on segments or on a share or, if groups may still nest, of a
// group.
func condition(depth int) schema.NestedAttributeObject {
	attributes := map[string]schema.Attribute{
		"attribute": schema.StringAttribute{Optional: true, MarkdownDescription: "The attribute of the context that is compared."},
		"operator": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "How it is compared, such as `equals`, `in` or `semver_gte`; `in_segment`, `not_in_segment`, `in_share`.",
		},
		"value": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "What it is compared with. Values are compared as text, so `25` and `\"25\"` are the same. Of `in_segment`, a key.",
		},
		"values": schema.ListAttribute{
			Optional:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "The same for operators that take a list, such as `in`.",
		},
		"ignore_case": schema.BoolAttribute{Optional: true, MarkdownDescription: "Compares without regard to case. Default: `false`."},
		"share": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "Of `in_share`: the part of a layer. Flags with the same `salt` draw alike.",
			Attributes: map[string]schema.Attribute{
				"from": schema.Float64Attribute{Required: true, MarkdownDescription: "The percentage that it begins at."},
				"to":   schema.Float64Attribute{Required: true, MarkdownDescription: "The percentage that it ends before."},
				"salt": schema.StringAttribute{Required: true, MarkdownDescription: "The name of the layer."},
				"kind": schema.StringAttribute{Optional: true, MarkdownDescription: "How it is drawn, if not as Bunting does."},
			},
		},
	}
	// One list for all kinds of groups: with one list per kind, three levels would need forty copies of this schema.
	if depth > 0 {
		attributes["group"] = schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Makes it a group, of which `all`, `any` or `none` of the `conditions` hold. Groups nest three deep.",
			Validators:          []validator.String{stringvalidator.OneOf("all", "any", "none")},
		}
		attributes["conditions"] = conditionList("The conditions of a group.", depth-1)
	}
	return schema.NestedAttributeObject{Attributes: attributes, Validators: []validator.Object{conditionForm{}}}
}
