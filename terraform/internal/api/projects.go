package api

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Project is a project as the service returns it.
type Project struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// isID distinguishes an id from a slug, which has no underscore.
func isID(ref string) bool { return strings.Contains(ref, "_") }

// FindProject finds a project by its slug or id.
func (c *Client) FindProject(ctx context.Context, ref string) (Project, error) {
	if isID(ref) {
		var project Project
		_, err := c.send(ctx, http.MethodGet, path("projects", ref), nil, &project)
		return project, err
	}
	var found page[Project]
	_, err := c.send(ctx, http.MethodGet, "/v1/projects?slug="+url.QueryEscape(ref), nil, &found)
	if err != nil {
		return Project{}, err
	}
	if len(found.Items) == 0 {
		return Project{}, notFound("There is no project %s.", ref)
	}
	return found.Items[0], nil
}

// ProjectID returns the id of a project that is given by its slug or id.
func (c *Client) ProjectID(ctx context.Context, ref string) (string, error) {
	if isID(ref) {
		return ref, nil
	}
	return c.known(ref, func() (string, error) {
		project, err := c.FindProject(ctx, ref)
		return project.ID, err
	})
}

// known returns a cached id, or calls find for it.
func (c *Client) known(name string, find func() (string, error)) (string, error) {
	if id, ok := c.ids.Load(name); ok {
		return id.(string), nil
	}
	id, err := find()
	if err == nil {
		c.ids.Store(name, id)
	}
	return id, err
}

// CreateProject creates a project, which begins with three environments.
func (c *Client) CreateProject(ctx context.Context, name, slug string) (Project, error) {
	var project Project
	_, err := c.send(ctx, http.MethodPost, path("projects"), map[string]any{"name": name, "slug": slug}, &project)
	return project, err
}

// RenameProject changes the only field of a project that can change.
func (c *Client) RenameProject(ctx context.Context, id, name string) (Project, error) {
	var project Project
	_, err := c.send(ctx, http.MethodPatch, path("projects", id), map[string]any{"name": name}, &project)
	return project, err
}
