package api_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/bunting-flags/bunting/terraform/internal/api"
	"github.com/bunting-flags/bunting/terraform/internal/server"
)

var running *server.Server

func TestMain(m *testing.M) {
	if os.Getenv("TF_ACC") == "" {
		fmt.Println("TF_ACC=1 tests with a server: npm run terraform")
		return
	}
	var err error
	// Two requests at once, and then two per second.
	if running, err = server.Start("BUNTING_RATE_LIMIT_MANAGEMENT=2/2"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	running.Stop()
	os.Exit(code)
}

// open returns a client, and the pauses that it makes.
func open(t *testing.T, address string) (*api.Client, *[]time.Duration) {
	t.Helper()
	pauses := &[]time.Duration{}
	client, err := api.Open(api.Options{
		URL:       address,
		Key:       running.Key,
		UserAgent: "bunting-terraform/test",
		Wait: func(_ context.Context, pause time.Duration) error {
			*pauses = append(*pauses, pause)
			time.Sleep(pause)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client, pauses
}

func TestARequestThatComesTooSoonIsSentAgainWhenTheServiceSays(t *testing.T) {
	client, pauses := open(t, running.URL)
	// Repeat until a request exceeds the limit, however slow the machine is.
	for len(*pauses) == 0 {
		if _, err := client.FindProject(context.Background(), "default"); err != nil {
			t.Fatal(err)
		}
	}
	if (*pauses)[0] != time.Second {
		t.Errorf("it paused for %v", *pauses)
	}
}

func TestARequestIsSentAgainWhileAProxyHasNoServer(t *testing.T) {
	target, err := url.Parse(running.URL)
	if err != nil {
		t.Fatal(err)
	}
	var refused atomic.Int32
	behind := httputil.NewSingleHostReverseProxy(target)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("User-Agent") != "bunting-terraform/test" {
			t.Errorf("it calls itself %q", r.Header.Get("User-Agent"))
		}
		if refused.Add(1) <= 2 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		behind.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	client, _ := open(t, proxy.URL)
	project, err := client.FindProject(context.Background(), "default")
	if err != nil || project.Slug != "default" {
		t.Errorf("it found %+v: %v", project, err)
	}
}

func TestNeitherTheKeyNorASecretIsLogged(t *testing.T) {
	client, _ := open(t, running.URL)
	var log bytes.Buffer
	ctx := tflogtest.RootLogger(context.Background(), &log)
	projectID, err := client.ProjectID(ctx, "default")
	if err != nil {
		t.Fatal(err)
	}
	environmentID, err := client.EnvironmentID(ctx, projectID, "development")
	if err != nil {
		t.Fatal(err)
	}
	made, _, err := client.CreateKey(ctx, projectID, environmentID, map[string]any{"type": "server", "description": "CI"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "/api-keys") {
		t.Errorf("the log has nothing of it: %s", log.String())
	}
	for _, secret := range []string{running.Key, made.Secret} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has a secret: %s", log.String())
		}
	}
}

func TestARefusalSaysWhatIsWrong(t *testing.T) {
	client, _ := open(t, running.URL)
	_, err := client.CreateProject(context.Background(), "", "No Slug")
	for _, part := range []string{"VALIDATION_ERROR", "slug must be", "name must not be empty", "request "} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %v", part, err)
		}
	}
}
