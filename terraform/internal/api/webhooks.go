package api

import (
	"context"
	"net/http"
)

// Webhook is a webhook as the service returns it. Secret is set only in the response that creates or rotates it.
type Webhook struct {
	ID             string   `json:"id"`
	URL            string   `json:"url"`
	Events         []string `json:"events"`
	ProjectID      *string  `json:"projectId"`
	Description    *string  `json:"description"`
	Format         string   `json:"format"`
	Enabled        bool     `json:"enabled"`
	DisabledReason *string  `json:"disabledReason"`
	Secret         string   `json:"secret"`
}

// CreateWebhook creates a webhook.
func (c *Client) CreateWebhook(ctx context.Context, fields map[string]any) (Webhook, error) {
	return c.webhook(ctx, http.MethodPost, path("webhooks"), fields)
}

// GetWebhook reads a webhook.
func (c *Client) GetWebhook(ctx context.Context, id string) (Webhook, error) {
	return c.webhook(ctx, http.MethodGet, path("webhooks", id), nil)
}

// UpdateWebhook changes the given fields. They have the names of the API.
func (c *Client) UpdateWebhook(ctx context.Context, id string, fields map[string]any) (Webhook, error) {
	return c.webhook(ctx, http.MethodPatch, path("webhooks", id), fields)
}

// RotateWebhook gives a webhook a new secret. For a day, messages are also signed with the earlier one.
func (c *Client) RotateWebhook(ctx context.Context, id string) (string, error) {
	rotated, err := c.webhook(ctx, http.MethodPost, path("webhooks", id, "rotate"), nil)
	return rotated.Secret, err
}

// DeleteWebhook deletes a webhook and its deliveries.
func (c *Client) DeleteWebhook(ctx context.Context, id string) error {
	_, err := c.webhook(ctx, http.MethodDelete, path("webhooks", id), nil)
	return err
}

func (c *Client) webhook(ctx context.Context, method, path string, fields map[string]any) (Webhook, error) {
	var body any
	if fields != nil {
		body = fields
	}
	var webhook Webhook
	_, err := c.send(ctx, method, path, body, &webhook)
	return webhook, err
}
