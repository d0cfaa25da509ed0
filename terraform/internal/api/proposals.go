package api

import (
	"context"
	"encoding/json"
	"net/http"
)

// Proposal is a change that needs the approval of another person.
type Proposal struct {
	ID             string          `json:"id"`
	Status         string          `json:"status"`
	ProposedConfig json.RawMessage `json:"proposedConfig"`
	ReviewNote     *string         `json:"reviewNote"`
}

// IsPending reports whether the proposal is still undecided.
func (p Proposal) IsPending() bool { return p.Status == "pending" }

// GetProposal reads a proposal.
func (c *Client) GetProposal(ctx context.Context, id string) (Proposal, error) {
	var proposal Proposal
	_, err := c.send(ctx, http.MethodGet, path("proposals", id), nil, &proposal)
	return proposal, err
}

// FindPending returns the pending proposal of a config; nil if there is none.
func (c *Client) FindPending(ctx context.Context, at Place) (*Proposal, error) {
	query := at.path("proposals") + "?status=pending&"
	return find(ctx, c, query, func(one Proposal) bool { return string(one.ProposedConfig) != "null" })
}

// Withdraw withdraws a proposal.
func (c *Client) Withdraw(ctx context.Context, id, note string) error {
	_, err := c.send(ctx, http.MethodPost, path("proposals", id, "reject"), map[string]any{"note": note}, nil)
	return err
}
