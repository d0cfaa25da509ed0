package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type flagModel struct {
	ID          types.String `tfsdk:"id"`
	Project     types.String `tfsdk:"project"`
	ProjectID   types.String `tfsdk:"project_id"`
	Key         types.String `tfsdk:"key"`
	Name        types.String `tfsdk:"name"`
	Type        types.String `tfsdk:"type"`
	Description types.String `tfsdk:"description"`
	Schema      types.String `tfsdk:"schema"`
	Tags        types.List   `tfsdk:"tags"`
	OwnerID     types.String `tfsdk:"owner_id"`
	Kind        types.String `tfsdk:"kind"`
	ExpectedEnd types.String `tfsdk:"expected_end"`
	ClientSafe  types.Bool   `tfsdk:"client_safe"`
}

func (*flagResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A flag: what it is, in all environments. What it answers is a `bunting_flag_config` for each environment. " +
			"Destroying it archives it; creating one whose key is archived brings that one back.",
		Attributes: map[string]schema.Attribute{
			"id":         madeAttribute("Its id."),
			"project":    projectAttribute(),
			"project_id": madeAttribute("The id of the project."),
			"key":        keyAttribute("Its name in code. It never changes: another key is another flag."),
			"name":       schema.StringAttribute{Required: true, MarkdownDescription: "Its name for people."},
			"type": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "What it answers: `boolean`, `string`, `number` or `json`. It never changes.",
				Validators:          []validator.String{stringvalidator.OneOf("boolean", "string", "number", "json")},
			},
			"description": schema.StringAttribute{Optional: true, MarkdownDescription: "What it is about."},
			"schema": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The JSON Schema (2020-12) that values of a `json` flag fit, by `jsonencode`.",
				Validators:          []validator.String{document{}},
			},
			"tags": schema.ListAttribute{
				Optional:            true,
				ElementType:         types.StringType,
				MarkdownDescription: "Words by which people find it.",
			},
			"owner_id": schema.StringAttribute{Optional: true, MarkdownDescription: "The id of the member who looks after it."},
			"kind": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "What it is for: `release`, `experiment`, `operational` or `permission`.",
				Validators:          []validator.String{stringvalidator.OneOf("release", "experiment", "operational", "permission")},
			},
			"expected_end": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The day by which it should be gone from the code, such as `2027-03-31`.",
			},
			"client_safe": switchAttribute("Client keys, which are public, may evaluate it."),
		},
	}
}

func keyAttribute(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
}

// fields returns the fields that an update can change. Null clears a field.
func (m *flagModel) fields() map[string]any {
	// An empty list removes all tags; null would keep them.
	tags := fields{"tags": m.Tags}.texts("tags")
	changes := map[string]any{
		"name":        m.Name.ValueString(),
		"description": orNull(m.Description),
		"tags":        tags,
		"ownerId":     orNull(m.OwnerID),
		"kind":        orNull(m.Kind),
		"expectedEnd": orNull(m.ExpectedEnd),
		"clientSafe":  m.ClientSafe.ValueBool(),
	}
	// The service rejects a schema for other types.
	if m.Type.ValueString() == "json" || !m.Schema.IsNull() {
		changes["schema"], _ = documentIn(m.Schema.ValueString())
	}
	return changes
}

func (m *flagModel) read(ctx context.Context, flag api.Flag) {
	m.ID = types.StringValue(flag.ID)
	m.Name = types.StringValue(flag.Name)
	m.Type = types.StringValue(flag.Type)
	m.Description = types.StringPointerValue(flag.Description)
	m.OwnerID = types.StringPointerValue(flag.OwnerID)
	m.Kind = types.StringPointerValue(flag.FlagKind)
	m.ExpectedEnd = types.StringPointerValue(flag.ExpectedEnd)
	m.ClientSafe = types.BoolValue(flag.ClientSafe)
	var schema *string
	if flag.Schema != nil {
		text := jsonText(flag.Schema)
		schema = &text
	}
	m.Schema = keepText(m.Schema, schema, isSameText)
	// No tags and an empty list of tags are equivalent.
	if len(flag.Tags) > 0 || m.Tags.IsUnknown() || len(m.Tags.Elements()) > 0 {
		m.Tags = types.ListNull(types.StringType)
	}
	if len(flag.Tags) > 0 {
		m.Tags, _ = types.ListValueFrom(ctx, types.StringType, flag.Tags)
	}
}

func (r *flagResource) readInto(ctx context.Context, plan *flagModel, diags *diag.Diagnostics) {
	flag, err := r.client.GetFlag(ctx, plan.ProjectID.ValueString(), plan.Key.ValueString())
	if !tell(diags, "The flag "+plan.Key.ValueString()+" could not be read", err) {
		plan.read(ctx, flag)
	}
}

// change applies a plan to a flag, and reads the result. client_safe is sent separately: it becomes a proposal if a strict
// environment has a version of the flag.
func (r *flagResource) change(ctx context.Context, plan *flagModel, before api.Flag, diags *diag.Diagnostics) {
	projectID, key := plan.ProjectID.ValueString(), plan.Key.ValueString()
	fields := plan.fields()
	delete(fields, "clientSafe")
	requests := []map[string]any{fields}
	if plan.ClientSafe.ValueBool() != before.ClientSafe {
		requests = append(requests, map[string]any{"clientSafe": plan.ClientSafe.ValueBool()})
	}
	for _, request := range requests {
		answer, err := r.client.Update(ctx, api.Flags, projectID, key, request)
		if tellAnswer(diags, "The flag "+key+" could not be changed", answer, err) {
			break
		}
	}
	r.readInto(ctx, plan, diags)
}
