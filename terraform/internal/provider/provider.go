// Package provider implements Bunting's Terraform provider, with one file per resource and data source.
package provider

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type bunting struct{}

// New returns the provider.
func New() provider.Provider { return bunting{} }

type settings struct {
	URL types.String `tfsdk:"url"`
	Key types.String `tfsdk:"key"`
}

func (bunting) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "bunting"
	resp.Version = Version
}

func (bunting) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Feature flags of [Bunting](https://github.com/bunting-flags/bunting) as code.",
		Attributes: map[string]schema.Attribute{
			"url": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The address of the Management API, such as `http://127.0.0.1:4000`. Or `BUNTING_URL`.",
			},
			"key": schema.StringAttribute{
				Optional:  true,
				Sensitive: true,
				MarkdownDescription: "A server key. Flags, segments and their configs need the scopes `read` and `edit`; projects, environments, " +
					"keys and webhooks also `admin`. Better left to `BUNTING_KEY`, which is in no file.",
			},
		},
	}
}

func (bunting) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var given settings
	resp.Diagnostics.Append(req.Config.Get(ctx, &given)...)
	// An unknown address or key depends on another resource: until that is created there is no client.
	if resp.Diagnostics.HasError() || given.URL.IsUnknown() || given.Key.IsUnknown() {
		return
	}
	options := api.Options{
		URL:       orVariable(given.URL, "BUNTING_URL"),
		Key:       orVariable(given.Key, "BUNTING_KEY"),
		UserAgent: userAgent,
	}
	for name, value := range map[string]string{"url": options.URL, "key": options.Key} {
		if value == "" {
			resp.Diagnostics.AddAttributeError(path.Root(name), "The "+name+" is missing",
				"Set it here, or in the environment: BUNTING_URL is the address of the Management API, BUNTING_KEY a server key.")
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	client, err := api.Open(options)
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("url"), "The url is no address", err.Error())
		return
	}
	resp.ResourceData = client
	resp.DataSourceData = client
}

func orVariable(given types.String, name string) string {
	if given.ValueString() != "" {
		return given.ValueString()
	}
	return os.Getenv(name)
}

func (bunting) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		newProject,
		newEnvironment,
		newFlag,
		newFlagConfig,
		newSegment,
		newSegmentConfig,
		newAPIKey,
		newWebhook,
	}
}

func (bunting) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newProjectData, newEnvironmentData, newFlagData}
}
