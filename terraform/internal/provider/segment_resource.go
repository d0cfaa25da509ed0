package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type segmentResource struct{ connected }

func newSegment() resource.Resource { return &segmentResource{} }

type segmentModel struct {
	ID          types.String `tfsdk:"id"`
	Project     types.String `tfsdk:"project"`
	ProjectID   types.String `tfsdk:"project_id"`
	Key         types.String `tfsdk:"key"`
	Name        types.String `tfsdk:"name"`
	Description types.String `tfsdk:"description"`
	Unit        types.String `tfsdk:"unit"`
	Large       types.Bool   `tfsdk:"large"`
	KeepIDs     types.Bool   `tfsdk:"keep_ids"`
}

func (m *segmentModel) read(segment api.Segment) {
	m.ID = types.StringValue(segment.ID)
	m.Name = types.StringValue(segment.Name)
	m.Description = types.StringPointerValue(segment.Description)
	m.Unit = types.StringPointerValue(segment.Unit)
	m.Large = types.BoolValue(segment.Large)
	m.KeepIDs = types.BoolValue(segment.KeepIDs)
}

func (*segmentResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_segment"
}

func (*segmentResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A segment: an audience that flags share. Who is in it is a `bunting_segment_config` for each environment. " +
			"Destroying it archives it; creating one whose key is archived brings that one back.",
		Attributes: map[string]schema.Attribute{
			"id":          madeAttribute("Its id."),
			"project":     projectAttribute(),
			"project_id":  madeAttribute("The id of the project."),
			"key":         keyAttribute("Its name in conditions. It never changes: another key is another segment."),
			"name":        schema.StringAttribute{Required: true, MarkdownDescription: "Its name for people."},
			"description": schema.StringAttribute{Optional: true, MarkdownDescription: "Who it is about."},
			"unit": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The attribute that its lists hold, such as `companyId`; without it, users. It never changes.",
			},
			"large":    switchAttribute("It has ids alone, up to ten million, which are uploaded (`bunting segments ids`). It never changes."),
			"keep_ids": switchAttribute("Of a large one: the ids are kept, and not their hashes alone. It never changes."),
		},
	}
}

func (r *segmentResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.keepPlace(ctx, req, resp, "project")
	refuseChange(ctx, req, resp, "unit", "large", "keep_ids")
}

func (r *segmentResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan segmentModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	key := plan.Key.ValueString()
	summary := "The segment " + key + " could not be created"
	projectID, err := r.client.ProjectID(ctx, plan.Project.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	plan.ProjectID = types.StringValue(projectID)
	answer, err := r.client.Create(ctx, api.Segments, projectID, plan.newFields())
	if api.HasCode(err, api.Conflict) {
		r.bringBack(ctx, plan, err, resp)
		return
	}
	if tellAnswer(&resp.Diagnostics, summary, answer, err) {
		return
	}
	r.readInto(ctx, &plan, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (m *segmentModel) newFields() map[string]any {
	fields := m.fields()
	fields["key"], fields["unit"] = m.Key.ValueString(), orNull(m.Unit)
	if m.Large.ValueBool() {
		fields["large"] = true
		fields["keepIds"] = m.KeepIDs.ValueBool()
	}
	return fields
}

func (m *segmentModel) fields() map[string]any {
	return map[string]any{"name": m.Name.ValueString(), "description": orNull(m.Description)}
}

// bringBack restores an archived segment, and applies the plan to it.
func (r *segmentResource) bringBack(ctx context.Context, plan segmentModel, conflict error, resp *resource.CreateResponse) {
	projectID, key := plan.ProjectID.ValueString(), plan.Key.ValueString()
	summary := "The segment " + key + " could not be created"
	found, err := r.client.GetSegment(ctx, projectID, key)
	was := segmentModel{}
	was.read(found)
	switch {
	case err != nil:
		tell(&resp.Diagnostics, summary, conflict)
	case found.ArchivedAt == nil:
		resp.Diagnostics.AddError(summary, "It is there already. To manage it here: "+
			"terraform import <address> "+plan.Project.ValueString()+"/"+key)
	case !was.Unit.Equal(plan.Unit) || !was.Large.Equal(plan.Large) || !was.KeepIDs.Equal(plan.KeepIDs):
		resp.Diagnostics.AddError(summary, "There was a segment with this key, which is archived, and its unit, large or keep_ids "+
			"was another. They never change: choose another key.")
	default:
		answer, err := r.client.Move(ctx, api.Segments, projectID, key, false)
		if tellAnswer(&resp.Diagnostics, "The archived segment "+key+" could not be brought back", answer, err) {
			return
		}
		r.change(ctx, &plan, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

func (r *segmentResource) change(ctx context.Context, plan *segmentModel, diags *diag.Diagnostics) {
	key := plan.Key.ValueString()
	answer, err := r.client.Update(ctx, api.Segments, plan.ProjectID.ValueString(), key, plan.fields())
	tellAnswer(diags, "The segment "+key+" could not be changed", answer, err)
	r.readInto(ctx, plan, diags)
}

func (r *segmentResource) readInto(ctx context.Context, plan *segmentModel, diags *diag.Diagnostics) {
	segment, err := r.client.GetSegment(ctx, plan.ProjectID.ValueString(), plan.Key.ValueString())
	if !tell(diags, "The segment "+plan.Key.ValueString()+" could not be read", err) {
		plan.read(segment)
	}
}

func (r *segmentResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state segmentModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	projectID, err := r.client.ProjectID(ctx, state.Project.ValueString())
	var segment api.Segment
	if err == nil {
		segment, err = r.client.GetSegment(ctx, projectID, state.Key.ValueString())
	}
	if api.HasCode(err, api.NotFound) || err == nil && segment.ArchivedAt != nil {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The segment could not be read", err) {
		return
	}
	state.ProjectID = types.StringValue(projectID)
	state.read(segment)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *segmentResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan segmentModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.change(ctx, &plan, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *segmentResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state segmentModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.archive(ctx, api.Segments, state.ProjectID.ValueString(), state.Key.ValueString(), &resp.Diagnostics)
}

func (r *segmentResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "key")
}
