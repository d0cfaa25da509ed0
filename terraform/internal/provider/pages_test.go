package provider

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
)

var (
	hclBlocks = regexp.MustCompile("(?ms)^```hcl\n(.*?)^```$")
	// The tests configure the provider themselves.
	setup = regexp.MustCompile(`(?ms)^terraform \{.*?^\}$`)
	// Tests run in parallel, so each needs a slug of its own.
	ownSlug = regexp.MustCompile(`(slug += )"shop"`)
)

// applies runs Terraform with the texts in order, with all resources in the project "shop".
func applies(t *testing.T, texts ...string) {
	t.Helper()
	slug := newPlace(t).slug + "-page"
	var steps []resource.TestStep
	for _, text := range texts {
		config := ownSlug.ReplaceAllString(setup.ReplaceAllString(text, ""), `${1}"`+slug+`"`)
		// A host name would be resolved.
		config = strings.ReplaceAll(config, "https://example.com/", "http://127.0.0.1:9/")
		steps = append(steps, resource.TestStep{Config: config})
	}
	apply(t, steps...)
}

func read(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{folder}, parts...)...))
	must(t, err)
	return string(text)
}

func TestThePageCanBeApplied(t *testing.T) {
	var text strings.Builder
	for _, block := range hclBlocks.FindAllStringSubmatch(read(t, "..", "docs", "terraform.md"), -1) {
		text.WriteString(block[1])
	}
	applies(t, text.String())
}

func TestTheExampleCanBeApplied(t *testing.T) {
	applies(t, read(t, "..", "examples", "terraform", "main.tf"))
}

func TestTheExamplesOfTheDocumentationCanBeApplied(t *testing.T) {
	resources := joined(t, "resources")
	applies(t, resources, resources+joined(t, "data-sources"))
}

func joined(t *testing.T, kind string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "examples", kind, "*", "*.tf"))
	must(t, err)
	var text strings.Builder
	for _, file := range files {
		one, err := os.ReadFile(file)
		must(t, err)
		text.Write(one)
	}
	return text.String()
}
