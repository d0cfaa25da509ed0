package provider

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/bunting-flags/bunting/terraform/internal/api"
	"github.com/bunting-flags/bunting/terraform/internal/server"
)

// service is a real server that all tests share. Each test has a project of its own.
var service *api.Client

func TestMain(m *testing.M) {
	if os.Getenv("TF_ACC") == "" {
		fmt.Println("TF_ACC=1 tests with Terraform and a server, too: npm run terraform")
		os.Exit(m.Run())
	}
	os.Exit(testWithServer(m))
}

func testWithServer(m *testing.M) int {
	running, err := server.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer running.Stop()
	os.Setenv("BUNTING_URL", running.URL)
	os.Setenv("BUNTING_KEY", running.Key)
	os.Setenv("CHECKPOINT_DISABLE", "1")
	if terraform, err := exec.LookPath("terraform"); err == nil && os.Getenv("TF_ACC_TERRAFORM_PATH") == "" {
		// Otherwise the test framework would download one.
		os.Setenv("TF_ACC_TERRAFORM_PATH", terraform)
	}
	service, err = api.Open(api.Options{URL: running.URL, Key: running.Key, UserAgent: userAgent})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

var factories = map[string]func() (tfprotov6.ProviderServer, error){
	"bunting": providerserver.NewProtocol6WithError(New()),
}

// apply runs Terraform with the steps in order. After each the plan must be empty.
func apply(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	resource.ParallelTest(t, resource.TestCase{ProtoV6ProviderFactories: factories, Steps: steps})
}

// place is a project that Terraform did not create, and one of its environments.
type place struct {
	t    *testing.T
	slug string
	id   string
	// env is the id of the environment development.
	env string
}

func newPlace(t *testing.T) place {
	t.Helper()
	if service == nil {
		t.Skip("TF_ACC=1 tests with Terraform and a server")
	}
	slug := "p-" + strings.ToLower(rand.Text()[:12])
	project, err := service.CreateProject(context.Background(), slug, slug)
	must(t, err)
	env, err := service.EnvironmentID(context.Background(), project.ID, "development")
	must(t, err)
	return place{t, slug, project.ID, env}
}

// hcl replaces $project with the project's slug.
func (p place) hcl(text string) string { return strings.ReplaceAll(text, "$project", p.slug) }

func (p place) flag(key string) api.Flag {
	p.t.Helper()
	flag, err := service.GetFlag(context.Background(), p.id, key)
	must(p.t, err)
	return flag
}

// config returns the latest version of a flag in development.
func (p place) config(key string) api.Version[api.FlagConfig] {
	p.t.Helper()
	return p.flag(key).Versions[p.env]
}

// save saves a config of a flag in development, like a user of the dashboard.
func (p place) save(key string, change func(*api.FlagConfig)) {
	p.t.Helper()
	latest := p.config(key)
	change(&latest.Config)
	at := api.Place{ProjectID: p.id, EnvironmentID: p.env, Kind: api.Flags, Key: key}
	_, err := api.SaveVersion(context.Background(), service, at, latest.Config, api.Change{Version: latest.Version + 1})
	must(p.t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
