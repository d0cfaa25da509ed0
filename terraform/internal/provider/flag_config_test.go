package provider

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

const cart = `
resource "bunting_flag" "cart" {
  project = "$project"
  key     = "cart"
  name    = "Cart"
  type    = "string"
}
`

// whole uses everything that a config can have.
const whole = cart + `
resource "bunting_segment" "staff" {
  project = "$project"
  key     = "staff"
  name    = "Staff"
}
resource "bunting_segment_config" "staff" {
  project     = "$project"
  environment = "development"
  segment     = bunting_segment.staff.key
  included    = ["bob", "ada"]
  excluded    = ["eve"]
  rules       = [{ conditions = [{ attribute = "email", operator = "ends_with", value = "@example.com" }] }]
}
resource "bunting_flag" "shop" {
  project = "$project"
  key     = "shop"
  name    = "Shop"
  type    = "boolean"
}
resource "bunting_flag_config" "shop" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.shop.key
  enabled       = true
  default_value = true
}
resource "bunting_flag_config" "cart" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.cart.key
  enabled       = true
  default_value = "plain"
  comment       = "By Terraform"
  variants = [
    { key = "calm", value = "blue", description = "As ever" },
    { key = "loud", value = "red" },
  ]
  prerequisites = [{ flag = bunting_flag_config.shop.flag, values = [true] }]
  rules = [
    {
      name               = "Everybody but a few"
      condition_operator = "OR"
      conditions = [
        { operator = "in_segment", value = bunting_segment_config.staff.segment },
        { attribute = "age", operator = "gte", value = 18 },
        { attribute = "beta", operator = "equals", value = true },
        { attribute = "country", operator = "in", values = ["DE", "AT"] },
        { attribute = "email", operator = "is_set" },
        { operator = "in_share", share = { from = 0, to = 12.5, salt = "layer" } },
        { group = "any", conditions = [
          { attribute = "plan", operator = "equals", value = "PRO", ignore_case = true },
          { group = "all", conditions = [
            { attribute = "os", operator = "equals", value = "ios" },
            { group = "none", conditions = [{ attribute = "app", operator = "semver_lt", value = "2.4.0" }] },
          ] },
        ] },
      ]
      rollout_percentage = 33.3
      distribution       = [{ variant = "calm", weight = 70 }, { variant = "loud", weight = 30 }]
      bucket_by          = "companyId"
    },
    { id = "off", enabled = false, value = "never" },
    { value = "hashed", rollout_percentage = 5, hash = { kind = "launchdarkly", salt = "cart.9f86d0." } },
  ]
}
`

func TestAWholeConfigIsAppliedAndPlannedEmpty(t *testing.T) {
	p := newPlace(t)
	apply(t,
		resource.TestStep{
			Config: p.hcl(whole),
			Check: func(*terraform.State) error {
				config := p.config("cart").Config
				if len(config.Rules) != 3 || len(config.Rules[0].Conditions) != 7 || config.Rules[1].ID != "off" {
					return fmt.Errorf("the config is %+v", config)
				}
				if deep := config.Rules[0].Conditions[6].Any[1].All[1].None[0]; deep.Operator != "semver_lt" {
					return fmt.Errorf("the innermost condition is %+v", deep)
				}
				if !reflect.DeepEqual(config.Prerequisites, []api.Prerequisite{{FlagKey: "shop", Values: []any{true}}}) {
					return fmt.Errorf("the prerequisites are %+v", config.Prerequisites)
				}
				return nil
			},
		},
		// Removed from the state and imported, nothing of it needs a change.
		resource.TestStep{
			Config: p.hcl(strings.ReplaceAll(whole, `"bunting_flag_config" "cart"`, `"bunting_flag_config" "again"`) + `
removed {
  from = bunting_flag_config.cart
  lifecycle { destroy = false }
}
import {
  to = bunting_flag_config.again
  id = "` + p.id + "/" + p.env + `/cart"
}`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("bunting_flag_config.again", plancheck.ResourceActionNoop),
			}},
		},
	)
}

func TestAConditionThatIsTwoThingsIsRefused(t *testing.T) {
	p := newPlace(t)
	apply(t, resource.TestStep{
		Config: strings.Replace(p.hcl(rolledOut("25", "")), `{ value = "a" }`, `{ value = "a", conditions = [
    { attribute = "a", operator = "in", value = "x", values = ["y"] },
    { attribute = "a", value = "x" },
    { group = "any" },
    { group = "any", operator = "in", conditions = [] },
  ] }`, 1),
		PlanOnly:    true,
		ExpectError: regexp.MustCompile("(?s)(This is no condition.*){4}"),
	})
}

func expectEmpty() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
}

func expectUpdate(address string) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
	}}
}

func rolledOut(percentage string, more string) string {
	return cart + `
resource "bunting_flag_config" "cart" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.cart.key
  enabled       = true
  default_value = "plain"
  rules         = [{ value = "a" }, { value = "b", rollout_percentage = ` + percentage + ` }]
  ` + more + `
}`
}

func TestDriftIsShownAndTakenBackAndRulesKeepTheirIDs(t *testing.T) {
	p := newPlace(t)
	var before []api.Rule
	apply(t,
		resource.TestStep{Config: p.hcl(rolledOut("25", ""))},
		resource.TestStep{
			PreConfig: func() {
				before = p.config("cart").Config.Rules
				p.save("cart", func(config *api.FlagConfig) {
					config.Enabled = false
					config.Rules[1].RolloutPercentage = percent(90)
				})
			},
			Config:           p.hcl(rolledOut("50", "")),
			ConfigPlanChecks: expectUpdate("bunting_flag_config.cart"),
			Check: func(*terraform.State) error {
				now := p.config("cart")
				if now.Version != 3 || !now.Config.Enabled || *now.Config.Rules[1].RolloutPercentage != 50 {
					return fmt.Errorf("it is %+v", now)
				}
				if now.Config.Rules[0].ID != before[0].ID || now.Config.Rules[1].ID != before[1].ID {
					return errors.New("a rule has another id, so everybody was drawn anew")
				}
				return nil
			},
		},
	)
}

func percent(share float64) *float64 { return &share }

func TestWhatIsLeftToTheDashboardIsNeitherShownNorTakenBack(t *testing.T) {
	p := newPlace(t)
	const left = "ignore_enabled = true\n  ignore_rollout = true"
	apply(t,
		resource.TestStep{Config: p.hcl(rolledOut("25", left))},
		resource.TestStep{
			PreConfig: func() {
				p.save("cart", func(config *api.FlagConfig) {
					config.Enabled = false
					config.Rules[1].RolloutPercentage = percent(90)
				})
			},
			Config:           p.hcl(rolledOut("25", left)),
			ConfigPlanChecks: expectEmpty(),
		},
		// Another change keeps what the dashboard has set.
		resource.TestStep{
			Config: p.hcl(rolledOut("25", left+"\n  variants = [{ key = \"one\", value = \"a\" }]")),
			// That includes changes between the plan and its apply.
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{during(func() {
				p.save("cart", func(config *api.FlagConfig) { config.Rules[1].RolloutPercentage = percent(95) })
			})}},
			Check: func(*terraform.State) error {
				now := p.config("cart")
				if now.Version != 4 || now.Config.Enabled || *now.Config.Rules[1].RolloutPercentage != 95 || len(now.Config.Variants) != 1 {
					return fmt.Errorf("it is %+v", now)
				}
				return nil
			},
		},
	)
}

func TestAVersionThatThePlanDidNotSeeIsNotOverwritten(t *testing.T) {
	p := newPlace(t)
	apply(t,
		resource.TestStep{Config: p.hcl(rolledOut("25", ""))},
		resource.TestStep{
			Config: p.hcl(rolledOut("50", "")),
			// Between the plan and its apply.
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{during(func() {
				p.save("cart", func(config *api.FlagConfig) { config.DefaultValue = "saved meanwhile" })
			})}},
			ExpectError: regexp.MustCompile("changed by somebody else since the plan was made"),
		},
		resource.TestStep{
			PreConfig: func() {
				if now := p.config("cart").Config.DefaultValue; now != "saved meanwhile" {
					t.Errorf("the default is %v", now)
				}
			},
			Config: p.hcl(rolledOut("50", "")),
		},
	)
}

func TestValuesAreOfTheFlagsType(t *testing.T) {
	p := newPlace(t)
	limits := func(value string) string {
		return p.hcl(`
resource "bunting_flag" "limits" {
  project = "$project"
  key     = "limits"
  name    = "Limits"
  type    = "json"
  schema  = jsonencode({ type = "object" })
}
resource "bunting_flag_config" "limits" {
  project       = bunting_flag.limits.project_id
  environment   = "development"
  flag          = bunting_flag.limits.key
  enabled       = true
  default_value = ` + value + `
}`)
	}
	apply(t,
		resource.TestStep{
			Config: limits(`jsonencode({ b = 1, a = ["<x>"], id = bunting_flag.limits.id })`),
			Check: func(*terraform.State) error {
				value, _ := p.config("limits").Config.DefaultValue.(map[string]any)
				if value["b"] != 1.0 || value["id"] != p.flag("limits").ID {
					return fmt.Errorf("it is %v", value)
				}
				return nil
			},
		},
		resource.TestStep{Config: limits("true"), ExpectError: regexp.MustCompile(`(?s)default_value: "true" is no.*jsonencode`)},
	)
}

// lists has configs of a flag and of a segment, with or without lists that are empty.
func lists(ofFlag, ofSegment string) string {
	return described("string", "") + `
resource "bunting_flag_config" "cart" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.cart.key
  enabled       = true
  default_value = "plain"
  ` + ofFlag + `
}
resource "bunting_segment" "staff" {
  project = "$project"
  key     = "staff"
  name    = "Staff"
}
resource "bunting_segment_config" "staff" {
  project     = "$project"
  environment = "development"
  segment     = bunting_segment.staff.key
  ` + ofSegment + `
}`
}

func TestAnEmptyListAndNoneAreTheSame(t *testing.T) {
	p := newPlace(t)
	without := p.hcl(lists("", `included = ["ada"]`))
	with := p.hcl(lists("rules = []\n  variants = []\n  prerequisites = []", `included = ["ada"]
  excluded = []
  rules    = []`))
	isUnchanged := func(*terraform.State) error {
		segment, err := service.GetSegment(context.Background(), p.id, "staff")
		if version := p.config("cart").Version; err != nil || version != 1 || segment.Versions[p.env].Version != 1 {
			return fmt.Errorf("it is at version %d, and the segment is %+v (%v)", version, segment, err)
		}
		return nil
	}
	apply(t,
		resource.TestStep{Config: without},
		resource.TestStep{Config: with, Check: isUnchanged},
		resource.TestStep{Config: without, Check: isUnchanged},
	)
}
