package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
)

type projectData struct{ connectedData }

func newProjectData() datasource.DataSource { return &projectData{} }

func (*projectData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "bunting_project"
}

func (*projectData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A project that is there already, by its slug or id.",
		Attributes: map[string]schema.Attribute{
			"slug": schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Its slug. This, or `id`."},
			"id":   schema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Its id. This, or `slug`."},
			"name": schema.StringAttribute{Computed: true, MarkdownDescription: "Its name for people."},
		},
	}
}

func (d *projectData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var asked projectModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &asked)...)
	if resp.Diagnostics.HasError() {
		return
	}
	ref := asked.ID.ValueString()
	if asked.ID.IsNull() {
		ref = asked.Slug.ValueString()
	}
	if ref == "" || !asked.ID.IsNull() && !asked.Slug.IsNull() {
		resp.Diagnostics.AddError("Which project?", "Name it by its slug or by its id, and not by both.")
		return
	}
	project, err := d.client.FindProject(ctx, ref)
	if tell(&resp.Diagnostics, "The project "+ref+" could not be read", err) {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, projectModelOf(project))...)
}
