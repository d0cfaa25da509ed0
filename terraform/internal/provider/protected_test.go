package provider

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// reviewer returns a client for another actor than the one that proposes.
func (p place) reviewer() *api.Client {
	p.t.Helper()
	fields := map[string]any{"type": "server", "description": "Reviewer"}
	key, _, err := service.CreateKey(context.Background(), p.id, p.env, fields)
	must(p.t, err)
	client, err := api.Open(api.Options{URL: service.URL, Key: key.Secret, UserAgent: userAgent})
	must(p.t, err)
	return client
}

func (p place) protect() {
	p.t.Helper()
	_, err := service.UpdateEnvironment(context.Background(), p.id, p.env, map[string]any{"protected": true})
	must(p.t, err)
}

// pending returns the pending proposal of the flag cart, and the default value that it proposes.
func (p place) pending() (id string, value any) {
	p.t.Helper()
	at := api.Place{ProjectID: p.id, EnvironmentID: p.env, Kind: api.Flags, Key: "cart"}
	proposal, err := service.FindPending(context.Background(), at)
	must(p.t, err)
	if proposal == nil {
		return "", nil
	}
	config, err := proposedConfig[api.FlagConfig](*proposal)
	must(p.t, err)
	return proposal.ID, config.DefaultValue
}

func answering(value, more string) string {
	return cart + `
resource "bunting_flag_config" "cart" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.cart.key
  enabled       = true
  default_value = "` + value + `"
  ` + more + `
}`
}

const proposing = `on_protected = "propose"`

func (p place) expectPending(value any) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		id, proposed := p.pending()
		if proposed != value {
			return fmt.Errorf("%v is proposed in place of %v", proposed, value)
		}
		if id == "" {
			return resource.TestCheckNoResourceAttr("bunting_flag_config.cart", "proposal_id")(state)
		}
		return resource.TestCheckResourceAttr("bunting_flag_config.cart", "proposal_id", id)(state)
	}
}

func TestAProtectedEnvironmentIsChangedByOneProposalAtATime(t *testing.T) {
	p := newPlace(t)
	p.protect()
	var first string
	apply(t,
		resource.TestStep{Config: p.hcl(answering("one", "")), ExpectError: regexp.MustCompile(`on_protected = "propose"`)},
		// There is no version yet. The plan after it is empty although nothing is approved.
		resource.TestStep{Config: p.hcl(answering("one", proposing)), Check: p.expectPending("one")},
		resource.TestStep{
			PreConfig: func() { first, _ = p.pending() },
			Config:    p.hcl(answering("two", proposing)),
			Check: resource.ComposeTestCheckFunc(p.expectPending("two"), func(*terraform.State) error {
				replaced, err := service.GetProposal(context.Background(), first)
				if err != nil || replaced.Status != "rejected" {
					return fmt.Errorf("the first proposal is %s (%v)", replaced.Status, err)
				}
				return nil
			}),
		},
		resource.TestStep{
			PreConfig: func() {
				id, _ := p.pending()
				approve(t, p.reviewer(), id)
			},
			Config:           p.hcl(answering("two", proposing)),
			ConfigPlanChecks: expectEmpty(),
			Check: resource.ComposeTestCheckFunc(
				resource.TestCheckResourceAttr("bunting_flag_config.cart", "version", "1"),
				resource.TestCheckNoResourceAttr("bunting_flag_config.cart", "proposal_id"),
			),
		},
	)
}

func TestARejectedProposalIsShownAsADifferenceAndAPointlessOneWithdrawn(t *testing.T) {
	p := newPlace(t)
	apply(t,
		resource.TestStep{Config: p.hcl(answering("one", proposing))},
		resource.TestStep{
			PreConfig: p.protect,
			Config:    p.hcl(answering("two", proposing)),
			Check:     p.expectPending("two"),
		},
		resource.TestStep{
			PreConfig: func() {
				id, _ := p.pending()
				must(t, p.reviewer().Withdraw(context.Background(), id, "Not now"))
			},
			Config:           p.hcl(answering("two", proposing)),
			ConfigPlanChecks: expectUpdate("bunting_flag_config.cart"),
			Check:            p.expectPending("two"),
		},
		// A config that is live already needs no proposal.
		resource.TestStep{Config: p.hcl(answering("one", proposing)), Check: p.expectPending(nil)},
	)
}
