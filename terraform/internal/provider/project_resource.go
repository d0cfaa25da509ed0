package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type projectResource struct{ connected }

func newProject() resource.Resource { return &projectResource{} }

type projectModel struct {
	ID   types.String `tfsdk:"id"`
	Slug types.String `tfsdk:"slug"`
	Name types.String `tfsdk:"name"`
}

func projectModelOf(project api.Project) projectModel {
	return projectModel{
		ID:   types.StringValue(project.ID),
		Slug: types.StringValue(project.Slug),
		Name: types.StringValue(project.Name),
	}
}

func (*projectResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_project"
}

func (*projectResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A project. The service starts it with the environments `production`, `staging` and `development`; " +
			"`bunting_environment` manages them, too. A project cannot be deleted: destroying it only takes it out of the state, and " +
			"creating one whose slug is there takes that one over.",
		Attributes: map[string]schema.Attribute{
			"id": madeAttribute("Its id."),
			"slug": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Its name in addresses: lower-case letters, digits and dashes. It never changes: another slug is another project.",
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Its name for people."},
		},
	}
}

func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan projectModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	slug := plan.Slug.ValueString()
	project, err := r.client.CreateProject(ctx, plan.Name.ValueString(), slug)
	if api.HasCode(err, api.Conflict) {
		resp.Diagnostics.AddWarning("The project "+slug+" was there already", "It is managed here from now on. If that is wrong, "+
			"take it out again with `terraform state rm`, and choose another slug.")
		project, err = r.takeOver(ctx, plan)
	}
	if tell(&resp.Diagnostics, "The project "+slug+" could not be created", err) {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, projectModelOf(project))...)
}

func (r *projectResource) takeOver(ctx context.Context, plan projectModel) (api.Project, error) {
	project, err := r.client.FindProject(ctx, plan.Slug.ValueString())
	if err != nil || project.Name == plan.Name.ValueString() {
		return project, err
	}
	return r.client.RenameProject(ctx, project.ID, plan.Name.ValueString())
}

func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state projectModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	project, err := r.client.FindProject(ctx, state.ID.ValueString())
	if api.HasCode(err, api.NotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The project could not be read", err) {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, projectModelOf(project))...)
}

func (r *projectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan projectModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	project, err := r.client.RenameProject(ctx, plan.ID.ValueString(), plan.Name.ValueString())
	if tell(&resp.Diagnostics, "The project could not be changed", err) {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, projectModelOf(project))...)
}

func (*projectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state projectModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.AddWarning("The project "+state.Slug.ValueString()+" is still there",
		"Projects cannot be deleted. It is no longer managed here, and goes on as it is.")
}

func (r *projectResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "id")
}
