package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type environmentResource struct{ connected }

func newEnvironment() resource.Resource { return &environmentResource{} }

type environmentModel struct {
	ID        types.String `tfsdk:"id"`
	Project   types.String `tfsdk:"project"`
	ProjectID types.String `tfsdk:"project_id"`
	Slug      types.String `tfsdk:"slug"`
	Name      types.String `tfsdk:"name"`
	Color     types.String `tfsdk:"color"`
	Protected types.Bool   `tfsdk:"protected"`
	Strict    types.Bool   `tfsdk:"strict"`
	Emergency types.Bool   `tfsdk:"emergency"`
}

func (m *environmentModel) read(environment api.Environment) {
	m.ID = types.StringValue(environment.ID)
	m.Slug = types.StringValue(environment.Slug)
	m.Name = types.StringValue(environment.Name)
	m.Color = types.StringValue(environment.Color)
	m.Protected = types.BoolValue(environment.Protected)
	m.Strict = types.BoolValue(environment.Strict)
	m.Emergency = types.BoolValue(environment.Emergency)
}

func (*environmentResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_environment"
}

func (*environmentResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An environment of a project. One whose slug is there, such as the three that a project starts with, is taken " +
			"over by creating it. It cannot be deleted: destroying it only takes it out of the state.",
		Attributes: map[string]schema.Attribute{
			"id":         madeAttribute("Its id."),
			"project":    projectAttribute(),
			"project_id": madeAttribute("The id of the project."),
			"slug": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Its name in addresses and commands: lower-case letters, digits and dashes. It never changes.",
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Its name for people."},
			"color": schema.StringAttribute{
				Optional:            true,
				Computed:            true,
				MarkdownDescription: "Its colour in the dashboard, such as `#15877A`.",
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"protected": switchAttribute("Configs change by proposals, which another person approves. Needs the Enterprise plan."),
			"strict": switchAttribute("Nobody archives a flag with a version here, changes its `client_safe` or takes the protection off alone. " +
				"Needs `protected`."),
			"emergency": switchAttribute("Admins may save a config past the proposals, on the dashboard and the command line."),
		},
	}
}

// switchAttribute returns an attribute that is false by default.
func switchAttribute(description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional:            true,
		Computed:            true,
		Default:             booldefault.StaticBool(false),
		MarkdownDescription: description + " Default: `false`.",
	}
}

func (r *environmentResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.keepPlace(ctx, req, resp, "project")
}

func (r *environmentResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan environmentModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	summary := "The environment " + plan.Slug.ValueString() + " could not be created"
	projectID, err := r.client.ProjectID(ctx, plan.Project.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	plan.ProjectID = types.StringValue(projectID)
	made, err := r.client.CreateEnvironment(ctx, projectID, plan.environment())
	if api.HasCode(err, api.Conflict) {
		if made, err = r.client.FindEnvironment(ctx, projectID, plan.Slug.ValueString()); err == nil {
			r.change(ctx, &plan, made, &resp.Diagnostics)
			resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
			return
		}
	}
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	plan.read(made)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (m *environmentModel) environment() api.Environment {
	return api.Environment{
		Name:      m.Name.ValueString(),
		Slug:      m.Slug.ValueString(),
		Color:     m.Color.ValueString(),
		Protected: m.Protected.ValueBool(),
		Strict:    m.Strict.ValueBool(),
		Emergency: m.Emergency.ValueBool(),
	}
}

func (r *environmentResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state environmentModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	projectID, err := r.client.ProjectID(ctx, state.Project.ValueString())
	var found api.Environment
	if err == nil {
		// After an import only the slug is set, or an id in its place.
		ref := state.ID.ValueString()
		if state.ID.IsNull() {
			ref = state.Slug.ValueString()
		}
		found, err = r.client.FindEnvironment(ctx, projectID, ref)
	}
	if api.HasCode(err, api.NotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The environment could not be read", err) {
		return
	}
	state.ProjectID = types.StringValue(projectID)
	state.read(found)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *environmentResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan environmentModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	before, err := r.client.FindEnvironment(ctx, plan.ProjectID.ValueString(), plan.ID.ValueString())
	if tell(&resp.Diagnostics, "The environment could not be read", err) {
		return
	}
	r.change(ctx, &plan, before, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (*environmentResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state environmentModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.AddWarning("The environment "+state.Slug.ValueString()+" is still there",
		"Environments cannot be deleted. It is no longer managed here, and goes on as it is.")
}

func (r *environmentResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "slug")
}
