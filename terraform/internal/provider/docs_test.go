package provider

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var update = flag.Bool("update", false, "write terraform/docs from the schemas")

// The ids by which resources are imported.
var imports = map[string]string{
	"bunting_project":        "shop",
	"bunting_environment":    "shop/production",
	"bunting_flag":           "shop/new-checkout",
	"bunting_flag_config":    "shop/staging/new-checkout",
	"bunting_segment":        "shop/staff",
	"bunting_segment_config": "shop/staging/staff",
	"bunting_api_key":        "shop/staging/key_…",
	"bunting_webhook":        "hook_…",
}

func TestTheDocumentationIsThatOfTheSchemas(t *testing.T) {
	ctx := context.Background()
	pages := map[string]string{}
	var own provider.SchemaResponse
	New().Schema(ctx, provider.SchemaRequest{}, &own)
	pages["index"] = page("bunting", "Provider", own.Schema.MarkdownDescription, "provider/provider.tf", attributesOf(own.Schema.Attributes), "")
	for _, make := range New().Resources(ctx) {
		var named resource.MetadataResponse
		var told resource.SchemaResponse
		make().Metadata(ctx, resource.MetadataRequest{}, &named)
		make().Schema(ctx, resource.SchemaRequest{}, &told)
		name := named.TypeName
		pages["resources/"+strings.TrimPrefix(name, "bunting_")] =
			page(name, "Resource", told.Schema.MarkdownDescription, "resources/"+name+"/resource.tf", attributesOf(told.Schema.Attributes), imports[name])
	}
	for _, make := range New().DataSources(ctx) {
		var named datasource.MetadataResponse
		var told datasource.SchemaResponse
		make().Metadata(ctx, datasource.MetadataRequest{}, &named)
		make().Schema(ctx, datasource.SchemaRequest{}, &told)
		name := named.TypeName
		pages["data-sources/"+strings.TrimPrefix(name, "bunting_")] =
			page(name, "Data Source", told.Schema.MarkdownDescription, "data-sources/"+name+"/data-source.tf", attributesOf(told.Schema.Attributes), "")
	}
	for name, text := range pages {
		file := filepath.Join(folder, "docs", name+".md")
		if *update {
			must(t, os.MkdirAll(filepath.Dir(file), 0o755))
			must(t, os.WriteFile(file, []byte(text), 0o644))
		} else if written, _ := os.ReadFile(file); string(written) != text {
			t.Errorf("docs/%s.md is not what the schema says: go test ./internal/provider -run Documentation -update", name)
		}
	}
}

// folder is the folder of the module.
var folder = filepath.Join("..", "..")

// documented is the interface that resources, data sources and the provider share.
type documented interface {
	GetMarkdownDescription() string
	GetType() attr.Type
	IsRequired() bool
	IsOptional() bool
	IsSensitive() bool
}

func attributesOf[Attribute documented](attributes map[string]Attribute) map[string]documented {
	all := map[string]documented{}
	for name, attribute := range attributes {
		all[name] = attribute
	}
	return all
}

func page(name, kind, description, example string, attributes map[string]documented, importID string) string {
	var text strings.Builder
	first, _, _ := strings.Cut(description, ". ")
	fmt.Fprintf(&text, "---\npage_title: %q\nsubcategory: \"\"\ndescription: |-\n  %s\n---\n\n# %s (%s)\n\n%s\n\n## Example Usage\n\n",
		name+" "+kind, strings.TrimSuffix(first, ".")+".", name, kind, description)
	shown, err := os.ReadFile(filepath.Join(folder, "examples", example))
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(&text, "```terraform\n%s```\n\n## Schema\n", shown)
	nested := writeAttributes(&text, attributes, "")
	for len(nested) > 0 {
		at := nested[0]
		fmt.Fprintf(&text, "\n### Nested Schema for `%s`\n", at.path)
		nested = append(nested[1:], writeAttributes(&text, at.attributes, at.path+".")...)
	}
	if importID != "" {
		fmt.Fprintf(&text, "\n## Import\n\nIn slugs or ids:\n\n```shell\nterraform import %s.example %s\n```\n", name, importID)
	}
	return text.String()
}

type nestedSchema struct {
	path       string
	attributes map[string]documented
}

func writeAttributes(text *strings.Builder, attributes map[string]documented, path string) []nestedSchema {
	names := make([]string, 0, len(attributes))
	for name := range attributes {
		names = append(names, name)
	}
	sort.Strings(names)
	var nested []nestedSchema
	for _, group := range []string{"Required", "Optional", "Read-Only"} {
		isFirst := true
		for _, name := range names {
			attribute := attributes[name]
			if groupName(attribute) != group {
				continue
			}
			if isFirst {
				fmt.Fprintf(text, "\n%s:\n\n", group)
				isFirst = false
			}
			kind, inner := kindOf(attribute)
			fmt.Fprintf(text, "- `%s` (%s) %s", name, kind, attribute.GetMarkdownDescription())
			switch {
			case inner == nil:
			case strings.Contains(path+name, "conditions.conditions"):
				fmt.Fprint(text, " As those around them.")
			default:
				nested = append(nested, nestedSchema{path + name, inner})
				fmt.Fprintf(text, " See below for `%s`.", path+name)
			}
			fmt.Fprintln(text)
		}
	}
	return nested
}

func groupName(attribute documented) string {
	switch {
	case attribute.IsRequired():
		return "Required"
	case attribute.IsOptional():
		return "Optional"
	}
	return "Read-Only"
}

func kindOf(attribute documented) (string, map[string]documented) {
	kind := map[attr.Type]string{
		types.StringType: "String", types.BoolType: "Boolean", types.Int64Type: "Number", types.Float64Type: "Number",
	}
	var inner map[string]documented
	word := ""
	switch attribute := attribute.(type) {
	case schema.ListNestedAttribute:
		word, inner = "Attributes List", attributesOf(attribute.NestedObject.Attributes)
	case schema.SingleNestedAttribute:
		word, inner = "Attributes", attributesOf(attribute.Attributes)
	default:
		switch of := attribute.GetType().(type) {
		case types.ListType:
			word = "List of " + kind[of.ElemType]
		case types.SetType:
			word = "Set of " + kind[of.ElemType]
		default:
			word = kind[of]
		}
	}
	if attribute.IsSensitive() {
		word += ", Sensitive"
	}
	if writeOnly, ok := attribute.(interface{ IsWriteOnly() bool }); ok && writeOnly.IsWriteOnly() {
		word += ", Write-only"
	}
	return word, inner
}
