package provider

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

var whsec = regexp.MustCompile("^whsec_")

func project(slug, name, more string) string {
	return `
resource "bunting_project" "shop" {
  slug = "` + slug + `"
  name = "` + name + `"
}
resource "bunting_environment" "production" {
  project = bunting_project.shop.slug
  slug    = "production"
  name    = "Production"
  ` + more + `
}
resource "bunting_environment" "preview" {
  project = bunting_project.shop.id
  slug    = "preview"
  name    = "Preview"
  color   = "#123456"
}`
}

func TestAProjectAndItsEnvironmentsInOneGo(t *testing.T) {
	slug := newPlace(t).slug + "-own"
	ctx := context.Background()
	apply(t,
		resource.TestStep{
			Config: project(slug, "Shop", "protected = true"),
			Check: func(*terraform.State) error {
				made, err := service.FindProject(ctx, slug)
				if err != nil {
					return err
				}
				environment, err := service.FindEnvironment(ctx, made.ID, "production")
				if err != nil || !environment.Protected || environment.Color != "#CF4526" {
					return fmt.Errorf("production is %+v (%v)", environment, err)
				}
				return nil
			},
		},
		resource.TestStep{
			ResourceName:      "bunting_environment.preview",
			ImportState:       true,
			ImportStateIdFunc: func(state *terraform.State) (string, error) { return idsOf(state, "bunting_environment.preview"), nil },
			ImportStateVerify: true,
		},
		resource.TestStep{ResourceName: "bunting_project.shop", ImportState: true, ImportStateId: slug, ImportStateVerify: true},
		// Its id in place of its slug refers to the same project.
		resource.TestStep{
			Config: project(slug, "The shop", "protected = false\n  color = \"#000000\"") + `
data "bunting_environment" "staging" {
  project = bunting_project.shop.id
  slug    = "staging"
}`,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("bunting_project.shop", plancheck.ResourceActionUpdate),
				plancheck.ExpectResourceAction("bunting_environment.production", plancheck.ResourceActionUpdate),
				plancheck.ExpectResourceAction("bunting_environment.preview", plancheck.ResourceActionNoop),
			}},
			Check: resource.TestCheckResourceAttr("data.bunting_environment.staging", "name", "Staging"),
		},
		// They remain when they are destroyed, and are taken over when they are created.
		resource.TestStep{Config: project(slug, "The shop", ""), Destroy: true},
		resource.TestStep{Config: project(slug, "The shop", "")},
	)
}

func idsOf(state *terraform.State, address string) string {
	found := state.RootModule().Resources[address].Primary
	return found.Attributes["project_id"] + "/" + found.ID
}

func TestDataSourcesReadWhatIsThere(t *testing.T) {
	p := newPlace(t)
	apply(t,
		resource.TestStep{Config: p.hcl(described("boolean", `tags = ["a"]`))},
		resource.TestStep{
			Config: p.hcl(described("boolean", `tags = ["a"]`) + `
data "bunting_project" "it" { id = "` + p.id + `" }
data "bunting_flag" "cart" {
  project = data.bunting_project.it.slug
  key     = "cart"
}`),
			Check: resource.ComposeTestCheckFunc(
				resource.TestCheckResourceAttr("data.bunting_project.it", "slug", p.slug),
				resource.TestCheckResourceAttr("data.bunting_flag.cart", "type", "boolean"),
				resource.TestCheckResourceAttr("data.bunting_flag.cart", "tags.0", "a"),
			),
		},
		resource.TestStep{
			Config: p.hcl(`
data "bunting_flag" "none" {
  project = "$project"
  key     = "none"
}`),
			ExpectError: regexp.MustCompile("There is no such flag"),
		},
	)
}

func TestAProviderWithAWrongAddressSaysSo(t *testing.T) {
	p := newPlace(t)
	apply(t, resource.TestStep{
		Config:      `provider "bunting" { url = "flags.example.com" }` + p.hcl(described("boolean", "")),
		ExpectError: regexp.MustCompile("no address that begins with"),
	})
}
