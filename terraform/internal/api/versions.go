package api

import (
	"context"
	"encoding/json"
	"net/http"
)

// Place identifies a flag or a segment in an environment.
type Place struct {
	ProjectID     string
	EnvironmentID string
	Kind          Kind
	Key           string
}

func (p Place) path(more ...string) string {
	return path(append([]string{"projects", p.ProjectID, "environments", p.EnvironmentID, string(p.Kind), p.Key}, more...)...)
}

// Change is sent along with a config that is saved or proposed. Version is the new version or, for a proposal, the latest
// one.
type Change struct {
	Version  int64
	Comment  string
	Replaces string
}

// SaveVersion appends a version of a config.
func SaveVersion[Config any](ctx context.Context, c *Client, at Place, config Config, change Change) (Answer, error) {
	return c.send(ctx, http.MethodPut, at.path(), versionBody[Config]{config, change}, nil)
}

// Propose creates a proposal of a config, for a protected environment, and returns its id.
func Propose[Config any](ctx context.Context, c *Client, at Place, config Config, change Change) (string, error) {
	answer, err := c.send(ctx, http.MethodPost, at.path("proposals"), versionBody[Config]{config, change}, nil)
	return answer.ID, err
}

// versionBody encodes a config and its change as one object.
type versionBody[Config any] struct {
	config Config
	change Change
}

func (b versionBody[Config]) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(b.config)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	whole := map[string]any{"version": b.change.Version}
	for name, field := range fields {
		whole[name] = field
	}
	if b.change.Comment != "" {
		whole["comment"] = b.change.Comment
	}
	if b.change.Replaces != "" {
		whole["replaces"] = b.change.Replaces
	}
	return json.Marshal(whole)
}
