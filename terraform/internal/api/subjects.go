package api

import (
	"context"
	"net/http"
	"time"
)

// Kind is a kind of resource whose config has versions. Its value is its name in paths.
type Kind string

const (
	Flags    Kind = "flags"
	Segments Kind = "segments"
)

// Flag is a flag as the service returns it.
type Flag struct {
	ID          string                         `json:"id"`
	Key         string                         `json:"key"`
	Name        string                         `json:"name"`
	Type        string                         `json:"type"`
	Description *string                        `json:"description"`
	Schema      any                            `json:"schema"`
	Tags        []string                       `json:"tags"`
	OwnerID     *string                        `json:"ownerId"`
	FlagKind    *string                        `json:"kind"`
	ExpectedEnd *string                        `json:"expectedEnd"`
	ClientSafe  bool                           `json:"clientSafe"`
	ArchivedAt  *string                        `json:"archivedAt"`
	Versions    map[string]Version[FlagConfig] `json:"versions"`
}

// Segment is a segment as the service returns it.
type Segment struct {
	ID          string                            `json:"id"`
	Key         string                            `json:"key"`
	Name        string                            `json:"name"`
	Description *string                           `json:"description"`
	Unit        *string                           `json:"unit"`
	Large       bool                              `json:"large"`
	KeepIDs     bool                              `json:"keepIds"`
	ArchivedAt  *string                           `json:"archivedAt"`
	Versions    map[string]Version[SegmentConfig] `json:"versions"`
}

// GetFlag reads a flag with its latest configs.
func (c *Client) GetFlag(ctx context.Context, projectID, key string) (Flag, error) {
	var flag Flag
	_, err := c.send(ctx, http.MethodGet, path("projects", projectID, string(Flags), key), nil, &flag)
	return flag, err
}

// GetSegment reads a segment with its latest configs.
func (c *Client) GetSegment(ctx context.Context, projectID, key string) (Segment, error) {
	var segment Segment
	_, err := c.send(ctx, http.MethodGet, path("projects", projectID, string(Segments), key), nil, &segment)
	return segment, err
}

// Create creates a flag or a segment.
func (c *Client) Create(ctx context.Context, kind Kind, projectID string, fields map[string]any) (Answer, error) {
	return c.send(ctx, http.MethodPost, path("projects", projectID, string(kind)), fields, nil)
}

// Update changes the given fields of a flag or a segment. They have the names of the API.
func (c *Client) Update(ctx context.Context, kind Kind, projectID, key string, fields map[string]any) (Answer, error) {
	return c.send(ctx, http.MethodPatch, path("projects", projectID, string(kind), key), fields, nil)
}

const (
	movePause = 250 * time.Millisecond
	moveTries = 60
)

// Move archives or restores a flag or a segment. It can be archived only after its dependents, and restored only after its
// dependencies. Since Terraform destroys and creates several at the same time, a conflict is retried for some seconds.
func (c *Client) Move(ctx context.Context, kind Kind, projectID, key string, archived bool) (Answer, error) {
	for try := 1; ; try++ {
		answer, err := c.Update(ctx, kind, projectID, key, map[string]any{"archived": archived})
		if !HasCode(err, Conflict) || try == moveTries {
			return answer, err
		}
		if err := c.Wait(ctx, movePause); err != nil {
			return answer, err
		}
	}
}
