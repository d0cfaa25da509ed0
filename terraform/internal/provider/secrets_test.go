package provider

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

func key(more string) string {
	return `
resource "bunting_api_key" "ci" {
  project     = "$project"
  environment = "development"
  type        = "server"
  description = "CI"
  scopes      = ["read", "evaluate"]
  expires_at  = "2099-01-31T12:00:00Z"
  ` + more + `
}`
}

// secretOf returns the secret in the state.
func secretOf(state *terraform.State, address string) string {
	return state.RootModule().Resources[address].Primary.Attributes["secret"]
}

func TestASecretIsInTheStateOnlyIfItMayBe(t *testing.T) {
	p := newPlace(t)
	works := func(state *terraform.State) error {
		secret := secretOf(state, "bunting_api_key.ci")
		client, err := api.Open(api.Options{URL: service.URL, Key: secret, UserAgent: userAgent})
		if err == nil {
			_, err = client.FindProject(context.Background(), p.id)
		}
		return err
	}
	var id, secret string
	apply(t,
		resource.TestStep{
			Config: p.hcl(key("")),
			Check: resource.ComposeTestCheckFunc(
				resource.TestCheckNoResourceAttr("bunting_api_key.ci", "secret"),
				func(state *terraform.State) error {
					id = state.RootModule().Resources["bunting_api_key.ci"].Primary.ID
					return nil
				},
			),
		},
		resource.TestStep{
			Config:      p.hcl(key(`rotate = "1"`)),
			ExpectError: regexp.MustCompile("The new secret would be lost"),
		},
		// The same key, with a secret that is stored.
		resource.TestStep{
			Config:           p.hcl(key("store_secret = true\n  rotate = \"1\"")),
			ConfigPlanChecks: expectUpdate("bunting_api_key.ci"),
			Check: resource.ComposeTestCheckFunc(works, func(state *terraform.State) error {
				secret = secretOf(state, "bunting_api_key.ci")
				if now := state.RootModule().Resources["bunting_api_key.ci"].Primary.ID; now != id {
					return fmt.Errorf("%s became %s", id, now)
				}
				return nil
			}),
		},
		resource.TestStep{
			// The same expiry, written differently.
			Config: p.hcl(strings.ReplaceAll(key("store_secret = true\n  rotate = \"2\"\n  overlap_seconds = 0"), "12:00:00Z", "13:00:00+01:00")),
			Check: resource.ComposeTestCheckFunc(works, func(state *terraform.State) error {
				if now := state.RootModule().Resources["bunting_api_key.ci"].Primary.ID; now != id {
					return fmt.Errorf("%s became %s", id, now)
				}
				if secretOf(state, "bunting_api_key.ci") == secret {
					return fmt.Errorf("it has the same secret")
				}
				return nil
			}),
		},
		resource.TestStep{
			ResourceName:            "bunting_api_key.ci",
			ImportState:             true,
			ImportStateIdFunc:       func(*terraform.State) (string, error) { return p.slug + "/development/" + id, nil },
			ImportStateVerify:       true,
			ImportStateVerifyIgnore: []string{"secret", "store_secret", "rotate", "expires_at", "overlap_seconds"},
		},
		// Revoked outside of Terraform, it is created again.
		resource.TestStep{
			PreConfig: func() {
				_, err := service.RevokeKey(context.Background(), p.id, p.env, id)
				must(t, err)
			},
			Config: p.hcl(key("")),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("bunting_api_key.ci", plancheck.ResourceActionCreate),
			}},
		},
	)
}

func TestAWebhookIsMadeChangedRotatedAndDeleted(t *testing.T) {
	p := newPlace(t)
	hook := func(more string) string {
		return p.hcl(`
resource "bunting_webhook" "hook" {
  url     = "http://127.0.0.1:9/hook"
  events  = ["flag.", "schedule.failed"]
  project = "$project"
  ` + more + `
}`)
	}
	var id string
	apply(t,
		resource.TestStep{
			Config: hook("enabled = false"),
			Check: resource.ComposeTestCheckFunc(
				resource.TestCheckNoResourceAttr("bunting_webhook.hook", "secret"),
				func(state *terraform.State) error {
					id = state.RootModule().Resources["bunting_webhook.hook"].Primary.ID
					webhook, err := service.GetWebhook(context.Background(), id)
					if err != nil || webhook.Enabled || *webhook.ProjectID != p.id || len(webhook.Events) != 2 {
						return fmt.Errorf("it is %+v (%v)", webhook, err)
					}
					return nil
				},
			),
		},
		resource.TestStep{
			Config: hook("description = \"Tells\"\n  store_secret = true\n  rotate = \"1\""),
			Check: resource.ComposeTestCheckFunc(
				resource.TestMatchResourceAttr("bunting_webhook.hook", "secret", whsec),
				resource.TestCheckResourceAttr("bunting_webhook.hook", "enabled", "true"),
			),
		},
		resource.TestStep{
			ResourceName:            "bunting_webhook.hook",
			ImportState:             true,
			ImportStateVerify:       true,
			ImportStateVerifyIgnore: []string{"secret", "store_secret", "rotate", "project"},
		},
		resource.TestStep{Config: hook(""), Destroy: true},
		resource.TestStep{
			PreConfig: func() {
				if _, err := service.GetWebhook(context.Background(), id); !api.HasCode(err, api.NotFound) {
					t.Errorf("the webhook is there: %v", err)
				}
			},
			Config: p.hcl(`data "bunting_project" "it" { slug = "$project" }`),
		},
	)
}
