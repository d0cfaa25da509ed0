package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type flagData struct{ connectedData }

func newFlagData() datasource.DataSource { return &flagData{} }

func (*flagData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "bunting_flag"
}

func (*flagData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A flag that is there already.",
		Attributes: map[string]schema.Attribute{
			"project":      schema.StringAttribute{Required: true, MarkdownDescription: "The project, by its slug or id."},
			"project_id":   schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the project."},
			"key":          schema.StringAttribute{Required: true, MarkdownDescription: "Its key."},
			"id":           schema.StringAttribute{Computed: true, MarkdownDescription: "Its id."},
			"name":         schema.StringAttribute{Computed: true, MarkdownDescription: "Its name for people."},
			"type":         schema.StringAttribute{Computed: true, MarkdownDescription: "What it answers."},
			"description":  schema.StringAttribute{Computed: true, MarkdownDescription: "What it is about."},
			"schema":       schema.StringAttribute{Computed: true, MarkdownDescription: "The JSON Schema of its values, if it has one."},
			"tags":         schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Words by which people find it."},
			"owner_id":     schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the member who looks after it."},
			"kind":         schema.StringAttribute{Computed: true, MarkdownDescription: "What it is for."},
			"expected_end": schema.StringAttribute{Computed: true, MarkdownDescription: "The day by which it should be gone from the code."},
			"client_safe":  schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether client keys may evaluate it."},
		},
	}
}

func (d *flagData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var asked flagModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &asked)...)
	if resp.Diagnostics.HasError() {
		return
	}
	summary := "The flag " + asked.Key.ValueString() + " could not be read"
	projectID, err := d.client.ProjectID(ctx, asked.Project.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	flag, err := d.client.GetFlag(ctx, projectID, asked.Key.ValueString())
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	asked.ProjectID = types.StringValue(projectID)
	asked.read(ctx, flag)
	resp.Diagnostics.Append(resp.State.Set(ctx, asked)...)
}
