package api

import (
	"context"
	"net/http"
	"time"
)

// Kind is what has versions of a config: flags and segments. Its value is its name in paths.
type Kind string

const (
	Flags    Kind = "flags"
	Segments Kind = "segments"
)

// Flag as the service has it.
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

// Segment as the service has it.
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

// Create makes a flag or a segment.
func (c *Client) Create(ctx context.Context, kind Kind, projectID string, fields map[string]any) (Answer, error) {
	return c.send(ctx, http.MethodPost, path("projects", projectID, string(kind)), fields, nil)
}

// Update changes the fields of a flag or a segment that are given by their names in the API.
func (c *Client) Update(ctx context.Context, kind Kind, projectID, key string, fields map[string]any) (Answer, error) {
	return c.send(ctx, http.MethodPatch, path("projects", projectID, string(kind), key), fields, nil)
}

const (
	movePause = 250 * time.Millisecond
	moveTries = 60
)

// Move archives a flag or a segment, or brings it back. What others need cannot be archived, and what needs others cannot come
// back before them: as Terraform destroys and creates several at the same time, a conflict is tried again for some seconds.
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
