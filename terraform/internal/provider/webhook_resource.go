package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type webhookResource struct{ connected }

func newWebhook() resource.Resource { return &webhookResource{} }

type webhookModel struct {
	ID          types.String `tfsdk:"id"`
	URL         types.String `tfsdk:"url"`
	Events      types.Set    `tfsdk:"events"`
	Project     types.String `tfsdk:"project"`
	ProjectID   types.String `tfsdk:"project_id"`
	Description types.String `tfsdk:"description"`
	Format      types.String `tfsdk:"format"`
	Enabled     types.Bool   `tfsdk:"enabled"`
	made
}

func (*webhookResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_webhook"
}

func (*webhookResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A webhook, which tells another service, or Slack, what changes. Needs the Pro or Enterprise plan.",
		Attributes: madeAttributes(map[string]schema.Attribute{
			"id": madeAttribute("Its id."),
			"url": schema.StringAttribute{
				Required: true,
				MarkdownDescription: "Where messages are sent, beginning with `https://`. One of Slack is a secret itself: give it by a variable that " +
					"is `sensitive`.",
			},
			"events": schema.SetAttribute{
				Required:            true,
				ElementType:         types.StringType,
				MarkdownDescription: "Actions of the audit log, or how they begin, such as `flag.`, or `*` for all.",
			},
			"project": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "Only what happens in this project, by its slug or id; without it, in all.",
			},
			"project_id":  schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the project.", PlanModifiers: stays},
			"description": schema.StringAttribute{Optional: true, MarkdownDescription: "What it is for."},
			"format": schema.StringAttribute{
				Optional:            true,
				Computed:            true,
				Default:             stringdefault.StaticString("standard"),
				MarkdownDescription: "`standard`, signed by Standard Webhooks, or `slack`. It never changes. Default: `standard`.",
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				Validators:          []validator.String{stringvalidator.OneOf("standard", "slack")},
			},
			"enabled": schema.BoolAttribute{
				Optional: true,
				Computed: true,
				Default:  booldefault.StaticBool(true),
				MarkdownDescription: "The service turns one off that has failed for long: a plan shows that, and applying it turns it on again. " +
					"Default: `true`.",
			},
		}),
	}
}

var stays = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}

func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.keepPlace(ctx, req, resp, "project")
	planSecret(ctx, req, resp)
}

func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan webhookModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	const summary = "The webhook could not be created"
	fields := plan.fields(ctx)
	fields["format"] = plan.Format.ValueString()
	if !plan.Project.IsNull() {
		projectID, err := r.client.ProjectID(ctx, plan.Project.ValueString())
		if tell(&resp.Diagnostics, summary, err) {
			return
		}
		fields["projectId"] = projectID
	}
	webhook, err := r.client.CreateWebhook(ctx, fields)
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	isEnabled := plan.Enabled
	plan.keep(webhook.Secret)
	plan.read(ctx, webhook)
	// Saved before anything else can fail: the service returns the secret only once.
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	if !isEnabled.ValueBool() {
		webhook, err = r.client.UpdateWebhook(ctx, webhook.ID, map[string]any{"enabled": false})
		if tell(&resp.Diagnostics, "The webhook could not be turned off", err) {
			return
		}
		plan.read(ctx, webhook)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

// fields returns the fields that an update can change, except for enabled.
func (m *webhookModel) fields(ctx context.Context) map[string]any {
	events := []string{}
	m.Events.ElementsAs(ctx, &events, false)
	return map[string]any{"url": m.URL.ValueString(), "events": events, "description": orNull(m.Description)}
}

func (m *webhookModel) read(ctx context.Context, webhook api.Webhook) {
	m.ID = types.StringValue(webhook.ID)
	m.URL = types.StringValue(webhook.URL)
	m.Events, _ = types.SetValueFrom(ctx, types.StringType, webhook.Events)
	m.ProjectID = types.StringPointerValue(webhook.ProjectID)
	// An imported webhook refers to its project by id.
	if m.Project.IsNull() {
		m.Project = m.ProjectID
	}
	m.Description = types.StringPointerValue(webhook.Description)
	m.Format = types.StringValue(webhook.Format)
	m.Enabled = types.BoolValue(webhook.Enabled)
}

func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state webhookModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	webhook, err := r.client.GetWebhook(ctx, state.ID.ValueString())
	if api.HasCode(err, api.NotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The webhook could not be read", err) {
		return
	}
	if webhook.DisabledReason != nil {
		resp.Diagnostics.AddWarning("The webhook "+webhook.ID+" was turned off by the service", *webhook.DisabledReason)
	}
	state.read(ctx, webhook)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state webhookModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	fields := plan.fields(ctx)
	fields["enabled"] = plan.Enabled.ValueBool()
	webhook, err := r.client.UpdateWebhook(ctx, plan.ID.ValueString(), fields)
	if tell(&resp.Diagnostics, "The webhook could not be changed", err) {
		return
	}
	if plan.isRotated(state.made) {
		secret, err := r.client.RotateWebhook(ctx, webhook.ID)
		if tell(&resp.Diagnostics, "The webhook could not be rotated", err) {
			return
		}
		plan.keep(secret)
	}
	plan.read(ctx, webhook)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state webhookModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := r.client.DeleteWebhook(ctx, state.ID.ValueString()); !api.HasCode(err, api.NotFound) {
		tell(&resp.Diagnostics, "The webhook could not be deleted", err)
	}
}

func (r *webhookResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "id")
}
