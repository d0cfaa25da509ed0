package api

import (
	"context"
	"net/http"
)

// Key is an API key. Secret is set only in the response that creates or rotates it.
type Key struct {
	ID          string   `json:"id"`
	Secret      string   `json:"key"`
	KeyPrefix   string   `json:"keyPrefix"`
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Scopes      []string `json:"scopes"`
	ExpiresAt   *string  `json:"expiresAt"`
	RevokedAt   *string  `json:"revokedAt"`
}

func keysPath(projectID, environmentID string, more ...string) string {
	return path(append([]string{"projects", projectID, "environments", environmentID, "api-keys"}, more...)...)
}

// CreateKey creates a key of an environment.
func (c *Client) CreateKey(ctx context.Context, projectID, environmentID string, fields map[string]any) (Key, Answer, error) {
	var key Key
	answer, err := c.send(ctx, http.MethodPost, keysPath(projectID, environmentID), fields, &key)
	return key, answer, err
}

// FindKey returns the key with an id, unless it was revoked; nil if there is none.
func (c *Client) FindKey(ctx context.Context, projectID, environmentID, id string) (*Key, error) {
	query := keysPath(projectID, environmentID) + "?"
	return find(ctx, c, query, func(one Key) bool { return one.ID == id && one.RevokedAt == nil })
}

// RotateKey gives a key a new secret. If overlap is nil, the service decides how long earlier secrets still work.
func (c *Client) RotateKey(ctx context.Context, projectID, environmentID, id string, overlap *int64) (Key, Answer, error) {
	fields := map[string]any{}
	if overlap != nil {
		fields["overlapSeconds"] = *overlap
	}
	var key Key
	answer, err := c.send(ctx, http.MethodPost, keysPath(projectID, environmentID, id, "rotate"), fields, &key)
	return key, answer, err
}

// RevokeKey revokes a key permanently.
func (c *Client) RevokeKey(ctx context.Context, projectID, environmentID, id string) (Answer, error) {
	return c.send(ctx, http.MethodDelete, keysPath(projectID, environmentID, id), nil, nil)
}
