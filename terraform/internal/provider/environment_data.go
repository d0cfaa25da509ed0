package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type environmentData struct{ connectedData }

func newEnvironmentData() datasource.DataSource { return &environmentData{} }

func (*environmentData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "bunting_environment"
}

func (*environmentData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An environment that is there already, such as one of the three that a project starts with.",
		Attributes: map[string]schema.Attribute{
			"project":    schema.StringAttribute{Required: true, MarkdownDescription: "The project, by its slug or id."},
			"project_id": schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the project."},
			"slug":       schema.StringAttribute{Required: true, MarkdownDescription: "Its slug."},
			"id":         schema.StringAttribute{Computed: true, MarkdownDescription: "Its id."},
			"name":       schema.StringAttribute{Computed: true, MarkdownDescription: "Its name for people."},
			"color":      schema.StringAttribute{Computed: true, MarkdownDescription: "Its colour in the dashboard."},
			"protected":  schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether configs change by proposals."},
			"strict":     schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether its protection holds for admins, too."},
			"emergency":  schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether admins may save a config past the proposals."},
		},
	}
}

func (d *environmentData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var asked environmentModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &asked)...)
	if resp.Diagnostics.HasError() {
		return
	}
	summary := "The environment " + asked.Slug.ValueString() + " could not be read"
	projectID, err := d.client.ProjectID(ctx, asked.Project.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	environment, err := d.client.FindEnvironment(ctx, projectID, asked.Slug.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	asked.ProjectID = types.StringValue(projectID)
	asked.read(environment)
	resp.Diagnostics.Append(resp.State.Set(ctx, asked)...)
}
