package provider

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

func described(flagType, more string) string {
	return `
resource "bunting_flag" "cart" {
  project = "$project"
  key     = "cart"
  name    = "Cart"
  type    = "` + flagType + `"
  ` + more + `
}`
}

func TestAFlagHasWhatItIsGivenAndLosesWhatIsTakenAway(t *testing.T) {
	p := newPlace(t)
	apply(t,
		resource.TestStep{
			Config: p.hcl(described("json", `
  description  = "What is in it"
  schema       = jsonencode({ type = "object", required = ["a"] })
  tags         = ["shop", "checkout"]
  kind         = "release"
  expected_end = "2027-03-31"
  client_safe  = true`)),
			Check: func(*terraform.State) error {
				flag := p.flag("cart")
				if *flag.Description != "What is in it" || len(flag.Tags) != 2 || *flag.FlagKind != "release" || !flag.ClientSafe {
					return fmt.Errorf("it is %+v", flag)
				}
				return nil
			},
		},
		resource.TestStep{
			ResourceName:      "bunting_flag.cart",
			ImportState:       true,
			ImportStateId:     p.slug + "/cart",
			ImportStateVerify: true,
		},
		resource.TestStep{
			PreConfig: func() {
				_, err := service.Update(context.Background(), api.Flags, p.id, "cart", map[string]any{"name": "Basket"})
				must(t, err)
			},
			Config:           p.hcl(described("json", "")),
			ConfigPlanChecks: expectUpdate("bunting_flag.cart"),
			Check: func(*terraform.State) error {
				flag := p.flag("cart")
				if flag.Name != "Cart" || flag.Description != nil || flag.Schema != nil || len(flag.Tags) != 0 || flag.ClientSafe {
					return fmt.Errorf("it is %+v", flag)
				}
				return nil
			},
		},
		resource.TestStep{Config: p.hcl(described("string", "")), ExpectError: regexp.MustCompile("The type of cart never changes")},
	)
}

// named is a flag whose config refers to a segment.
const named = cart + `
resource "bunting_segment" "staff" {
  project = "$project"
  key     = "staff"
  name    = "Staff"
}
resource "bunting_segment_config" "staff" {
  project     = "$project"
  environment = "development"
  segment     = bunting_segment.staff.key
  included    = ["ada"]
}
resource "bunting_flag_config" "cart" {
  project       = "$project"
  environment   = "development"
  flag          = bunting_flag.cart.key
  enabled       = true
  default_value = "plain"
  rules         = [{ conditions = [{ operator = "in_segment", value = bunting_segment_config.staff.segment }], value = "fancy" }]
}
`

func TestWhatIsDestroyedIsArchivedAndComesBackWhenItIsCreated(t *testing.T) {
	p := newPlace(t)
	var id string
	apply(t,
		resource.TestStep{Config: p.hcl(named)},
		// Flags and segments that depend on each other are destroyed and created at the same time.
		resource.TestStep{
			PreConfig: func() { id = p.flag("cart").ID },
			Config:    p.hcl(named),
			Destroy:   true,
		},
		resource.TestStep{
			PreConfig: func() {
				segment, err := service.GetSegment(context.Background(), p.id, "staff")
				must(t, err)
				if p.flag("cart").ArchivedAt == nil || segment.ArchivedAt == nil {
					t.Error("they are not archived")
				}
			},
			Config: p.hcl(named),
			Check: func(state *terraform.State) error {
				if flag := p.flag("cart"); flag.ID != id || flag.ArchivedAt != nil || flag.Versions[p.env].Version != 1 {
					return fmt.Errorf("it is %+v", flag)
				}
				return nil
			},
		},
		// Archived outside of Terraform, it is restored.
		resource.TestStep{
			PreConfig: func() {
				_, err := service.Move(context.Background(), api.Flags, p.id, "cart", true)
				must(t, err)
			},
			Config: p.hcl(named),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("bunting_flag.cart", plancheck.ResourceActionCreate),
			}},
		},
	)
}

func TestAFlagOfSomebodyElseIsNotTakenOver(t *testing.T) {
	p := newPlace(t)
	_, err := service.Create(context.Background(), api.Flags, p.id, map[string]any{"key": "cart", "name": "Cart", "type": "boolean"})
	must(t, err)
	apply(t, resource.TestStep{Config: p.hcl(described("boolean", "")), ExpectError: regexp.MustCompile(`terraform import`)})
}

func TestASegmentIsChangedAndImported(t *testing.T) {
	p := newPlace(t)
	segment := func(name, included string) string {
		return p.hcl(`
resource "bunting_segment" "staff" {
  project     = "$project"
  key         = "staff"
  name        = "` + name + `"
  unit        = "companyId"
}
resource "bunting_segment_config" "staff" {
  project     = "$project"
  environment = "development"
  segment     = bunting_segment.staff.key
  included    = ` + included + `
}`)
	}
	apply(t,
		resource.TestStep{Config: segment("Staff", `["ada", "bob"]`)},
		// The order of ids does not matter.
		resource.TestStep{Config: segment("Staff", `["bob", "ada"]`), ConfigPlanChecks: expectEmpty()},
		resource.TestStep{
			Config: segment("Everybody", `["ada"]`),
			Check: func(*terraform.State) error {
				segment, err := service.GetSegment(context.Background(), p.id, "staff")
				latest := segment.Versions[p.env]
				if err != nil || segment.Name != "Everybody" || latest.Version != 2 || len(latest.Config.Included) != 1 {
					return fmt.Errorf("it is %+v (%v)", segment, err)
				}
				return nil
			},
		},
		resource.TestStep{
			ResourceName:                         "bunting_segment_config.staff",
			ImportState:                          true,
			ImportStateId:                        p.slug + "/development/staff",
			ImportStateVerify:                    true,
			ImportStateVerifyIdentifierAttribute: "segment",
		},
	)
}
