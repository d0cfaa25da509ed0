package api

import (
	"context"
	"net/http"
)

// Environment is an environment of a project. Without its id and slug it holds the fields that can change.
type Environment struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name"`
	Slug      string `json:"slug,omitempty"`
	Color     string `json:"color,omitempty"`
	Protected bool   `json:"protected"`
	Strict    bool   `json:"strict"`
	Emergency bool   `json:"emergency"`
}

// FindEnvironment finds an environment by its slug or id.
func (c *Client) FindEnvironment(ctx context.Context, projectID, ref string) (Environment, error) {
	if isID(ref) {
		var environment Environment
		_, err := c.send(ctx, http.MethodGet, path("projects", projectID, "environments", ref), nil, &environment)
		return environment, err
	}
	query := path("projects", projectID, "environments") + "?"
	found, err := find(ctx, c, query, func(one Environment) bool { return one.Slug == ref })
	if err == nil && found == nil {
		err = notFound("There is no environment %s.", ref)
	}
	if err != nil {
		return Environment{}, err
	}
	return *found, nil
}

// EnvironmentID returns the id of an environment that is given by its slug or id.
func (c *Client) EnvironmentID(ctx context.Context, projectID, ref string) (string, error) {
	if isID(ref) {
		return ref, nil
	}
	return c.known(projectID+"/"+ref, func() (string, error) {
		environment, err := c.FindEnvironment(ctx, projectID, ref)
		return environment.ID, err
	})
}

// CreateEnvironment creates an environment in a project.
func (c *Client) CreateEnvironment(ctx context.Context, projectID string, wanted Environment) (Environment, error) {
	var made Environment
	_, err := c.send(ctx, http.MethodPost, path("projects", projectID, "environments"), wanted, &made)
	return made, err
}

// UpdateEnvironment changes the given fields. They have the names of the API.
func (c *Client) UpdateEnvironment(ctx context.Context, projectID, id string, fields map[string]any) (Answer, error) {
	return c.send(ctx, http.MethodPatch, path("projects", projectID, "environments", id), fields, nil)
}
