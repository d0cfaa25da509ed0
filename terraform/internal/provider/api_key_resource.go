package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

type apiKeyResource struct{ connected }

func newAPIKey() resource.Resource { return &apiKeyResource{} }

type apiKeyModel struct {
	ID             types.String `tfsdk:"id"`
	Project        types.String `tfsdk:"project"`
	ProjectID      types.String `tfsdk:"project_id"`
	Environment    types.String `tfsdk:"environment"`
	EnvironmentID  types.String `tfsdk:"environment_id"`
	Type           types.String `tfsdk:"type"`
	Description    types.String `tfsdk:"description"`
	Scopes         types.Set    `tfsdk:"scopes"`
	ExpiresAt      types.String `tfsdk:"expires_at"`
	KeyPrefix      types.String `tfsdk:"key_prefix"`
	OverlapSeconds types.Int64  `tfsdk:"overlap_seconds"`
	made
}

func (*apiKeyResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "bunting_api_key"
}

func (*apiKeyResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A key of an environment, for servers, browsers or scripts. But for its secret nothing of it changes: another " +
			"description is another key. Destroying it revokes it.",
		Attributes: madeAttributes(map[string]schema.Attribute{
			"id":             madeAttribute("Its id."),
			"project":        projectAttribute(),
			"project_id":     madeAttribute("The id of the project."),
			"environment":    environmentAttribute(),
			"environment_id": madeAttribute("The id of the environment."),
			"type": withValidator(keyAttribute("`server`, or `client` for browsers and apps, which is public."),
				stringvalidator.OneOf("server", "client")),
			"description": keyAttribute("What it is for."),
			"scopes": schema.SetAttribute{
				Optional:    true,
				Computed:    true,
				ElementType: types.StringType,
				MarkdownDescription: "What it may do: `evaluate`, `read`, `edit`, `admin`, `manage`, `telemetry`. Without it, everything that its " +
					"type can.",
				PlanModifiers: []planmodifier.Set{setplanmodifier.UseStateForUnknown(), setplanmodifier.RequiresReplace()},
			},
			"expires_at": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "From then on it is refused, such as `2027-01-31T12:00:00Z`.",
			},
			"key_prefix": schema.StringAttribute{Computed: true, MarkdownDescription: "How its secret begins, to tell it from others."},
			"overlap_seconds": schema.Int64Attribute{
				Optional:            true,
				MarkdownDescription: "How long earlier secrets work after `rotate`, up to 604800 (a week). Default: a day.",
			},
		}),
	}
}

func withValidator(attribute schema.StringAttribute, check validator.String) schema.StringAttribute {
	attribute.Validators = []validator.String{check}
	return attribute
}

func (r *apiKeyResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	r.keepPlace(ctx, req, resp, "project", "environment")
	if !req.State.Raw.IsNull() {
		var plan, state apiKeyModel
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		if resp.Diagnostics.HasError() {
			return
		}
		r.planEnd(ctx, plan, state, resp)
		if !plan.isRotated(state.made) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("key_prefix"), state.KeyPrefix)...)
		}
	}
	planSecret(ctx, req, resp)
}

// planEnd plans no change if the expiry is only written differently. Any other change of it replaces the key.
func (r *apiKeyResource) planEnd(ctx context.Context, plan, state apiKeyModel, resp *resource.ModifyPlanResponse) {
	at := path.Root("expires_at")
	switch {
	case plan.ExpiresAt.Equal(state.ExpiresAt):
	case plan.ExpiresAt.IsNull() || state.ExpiresAt.IsNull() || plan.ExpiresAt.IsUnknown(),
		!isSameInstant(plan.ExpiresAt.ValueString(), state.ExpiresAt.ValueString()):
		resp.RequiresReplace = append(resp.RequiresReplace, at)
	default:
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, state.ExpiresAt)...)
	}
}

func (r *apiKeyResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan apiKeyModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	const summary = "The API key could not be created"
	projectID, environmentID, err := r.locate(ctx, plan.Project, plan.Environment)
	if tell(&resp.Diagnostics, summary, err) {
		return
	}
	plan.ProjectID, plan.EnvironmentID = types.StringValue(projectID), types.StringValue(environmentID)
	fields := map[string]any{"type": plan.Type.ValueString(), "description": plan.Description.ValueString()}
	if !plan.Scopes.IsNull() && !plan.Scopes.IsUnknown() {
		scopes := []string{}
		resp.Diagnostics.Append(plan.Scopes.ElementsAs(ctx, &scopes, false)...)
		fields["scopes"] = scopes
	}
	if !plan.ExpiresAt.IsNull() {
		fields["expiresAt"] = plan.ExpiresAt.ValueString()
	}
	key, answer, err := r.client.CreateKey(ctx, projectID, environmentID, fields)
	if tellAnswer(&resp.Diagnostics, summary, answer, err) {
		return
	}
	plan.ID, plan.KeyPrefix = types.StringValue(key.ID), types.StringValue(key.KeyPrefix)
	plan.keep(key.Secret)
	if plan.Scopes.IsUnknown() {
		plan.Scopes = types.SetNull(types.StringType)
	}
	// Saved before anything else can fail: the service returns the secret only once.
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	found, err := r.client.FindKey(ctx, projectID, environmentID, key.ID)
	if found == nil || tell(&resp.Diagnostics, "The API key could not be read", err) {
		return
	}
	plan.read(ctx, *found)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	if !plan.StoreSecret.ValueBool() {
		resp.Diagnostics.AddWarning("The secret of the key "+key.ID+" is not stored",
			"`bunting keys rotate "+key.ID+"` makes one and prints it. With store_secret = true it is kept in the state.")
	}
}

func (m *apiKeyModel) read(ctx context.Context, key api.Key) {
	m.ID = types.StringValue(key.ID)
	m.Type = types.StringValue(key.Type)
	m.Description = types.StringValue(key.Description)
	m.KeyPrefix = types.StringValue(key.KeyPrefix)
	m.ExpiresAt = keepText(m.ExpiresAt, key.ExpiresAt, isSameInstant)
	m.Scopes, _ = types.SetValueFrom(ctx, types.StringType, key.Scopes)
}

func (r *apiKeyResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state apiKeyModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	projectID, environmentID, err := r.locate(ctx, state.Project, state.Environment)
	var key *api.Key
	if err == nil {
		key, err = r.client.FindKey(ctx, projectID, environmentID, state.ID.ValueString())
	}
	if api.HasCode(err, api.NotFound) || err == nil && key == nil {
		resp.State.RemoveResource(ctx)
		return
	}
	if tell(&resp.Diagnostics, "The API key could not be read", err) {
		return
	}
	state.ProjectID, state.EnvironmentID = types.StringValue(projectID), types.StringValue(environmentID)
	state.read(ctx, *key)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update rotates the key, or only saves attributes that do not concern the service.
func (r *apiKeyResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state apiKeyModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.isRotated(state.made) {
		projectID, environmentID := plan.ProjectID.ValueString(), plan.EnvironmentID.ValueString()
		key, answer, err := r.client.RotateKey(ctx, projectID, environmentID, plan.ID.ValueString(), plan.OverlapSeconds.ValueInt64Pointer())
		if tellAnswer(&resp.Diagnostics, "The API key could not be rotated", answer, err) {
			return
		}
		plan.KeyPrefix = types.StringValue(key.KeyPrefix)
		plan.keep(key.Secret)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *apiKeyResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state apiKeyModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, err := r.client.RevokeKey(ctx, state.ProjectID.ValueString(), state.EnvironmentID.ValueString(), state.ID.ValueString())
	if !api.HasCode(err, api.NotFound) {
		tellAnswer(&resp.Diagnostics, "The API key could not be revoked", answer, err)
	}
}

func (r *apiKeyResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	importParts(ctx, req, resp, "project", "environment", "id")
}
