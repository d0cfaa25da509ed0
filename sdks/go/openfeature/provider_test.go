package openfeature

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/open-feature/go-sdk/openfeature"
)

const bundle = `{"format":2,"environmentId":"env_1","revision":1,"flags":{
	"cart":{"id":"flag_1","type":"boolean","config":{"version":4,"enabled":true,"defaultValue":false,"rules":[{"id":"pros","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"plan","operator":"equals","value":"pro"}],"value":true}]}},
	"colour":{"id":"flag_2","type":"string","config":{"version":1,"enabled":true,"defaultValue":"red","rules":[],"variants":[{"key":"warm","value":"red"}]}},
	"limit":{"id":"flag_3","type":"number","config":{"version":1,"enabled":false,"defaultValue":7,"rules":[]}},
	"rate":{"id":"flag_4","type":"number","config":{"version":1,"enabled":true,"defaultValue":2.5,"rules":[]}},
	"theme":{"id":"flag_5","type":"json","config":{"version":1,"enabled":true,"defaultValue":{"accent":"blue"},"rules":[]}}}}`

func clientOf(t *testing.T, options bunting.Options, more ...Option) (*openfeature.Client, *bunting.Flags) {
	t.Helper()
	options.Logger = slog.New(slog.DiscardHandler)
	options.Key = "sk_test"
	flags := bunting.Open(options)
	t.Cleanup(func() { _ = flags.Close(context.Background()) })
	err := openfeature.SetNamedProviderAndWait(t.Name(), NewProvider(flags, more...))
	if err != nil {
		t.Log(err)
	}
	return openfeature.NewClient(t.Name()), flags
}

func TestAnswersReasonsVariantsAndMetadataAreOpenFeatures(t *testing.T) {
	client, _ := clientOf(t, bunting.Options{Bootstrap: []byte(bundle)})
	ada := openfeature.NewEvaluationContext("ada", map[string]any{"plan": "pro"})
	cart, err := client.BooleanValueDetails(t.Context(), "cart", false, ada)
	if err != nil || !cart.Value || cart.Reason != openfeature.TargetingMatchReason || cart.Variant != "on" {
		t.Errorf("cart: %+v, %v", cart, err)
	}
	if got, want := fmt.Sprint(cart.FlagMetadata), "map[contextId:ada flagSetId:env_1 ruleId:pros version:4]"; got != want {
		t.Errorf("metadata: %s", got)
	}
	colour, _ := client.StringValueDetails(t.Context(), "colour", "", openfeature.EvaluationContext{})
	if colour.Value != "red" || colour.Reason != openfeature.StaticReason || colour.Variant != "warm" {
		t.Errorf("colour: %+v", colour)
	}
	limit, _ := client.IntValueDetails(t.Context(), "limit", 1, ada)
	if limit.Value != 7 || limit.Reason != openfeature.DisabledReason {
		t.Errorf("limit: %+v", limit)
	}
	rate, err := client.IntValueDetails(t.Context(), "rate", 1, ada)
	if err == nil || rate.Value != 1 || rate.ErrorCode != openfeature.TypeMismatchCode {
		t.Errorf("a fraction read as an integer: %+v, %v", rate, err)
	}
	if got, _ := client.FloatValue(t.Context(), "limit", 0, ada); got != 7 {
		t.Errorf("a whole number read as a float: %v", got)
	}
	if got, _ := client.ObjectValue(t.Context(), "theme", nil, ada); fmt.Sprint(got) != "map[accent:blue]" {
		t.Errorf("theme: %v", got)
	}
	none, err := client.StringValueDetails(t.Context(), "none", "mine", ada)
	if err == nil || none.Value != "mine" || none.ErrorCode != openfeature.FlagNotFoundCode {
		t.Errorf("none: %+v, %v", none, err)
	}
}

func TestARefusedKeyIsFatal(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }))
	defer service.Close()
	client, _ := clientOf(t, bunting.Options{URL: service.URL})
	if client.State() != openfeature.FatalState {
		t.Errorf("state: %v", client.State())
	}
}

func TestWithoutFlagsTheProviderIsInErrorAndRecovers(t *testing.T) {
	isThere := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-isThere:
			if r.URL.Path == "/v1/bundle" {
				_, _ = w.Write([]byte(bundle))
				return
			}
		default:
		}
		w.WriteHeader(503)
	}))
	defer service.Close()
	client, _ := clientOf(t, bunting.Options{URL: service.URL, Timing: 0.01}, WithTimeout(10*time.Millisecond))
	if client.State() != openfeature.ErrorState {
		t.Errorf("state: %v", client.State())
	}
	close(isThere)
	for client.State() != openfeature.ReadyState {
		time.Sleep(time.Millisecond)
	}
}

func TestChangesAreToldAndShutdownClosesTheFlags(t *testing.T) {
	fixed := bunting.Fixed(map[string]any{"cart": true})
	provider := NewProvider(fixed.Flags)
	if err := openfeature.SetNamedProviderAndWait(t.Name(), provider); err != nil {
		t.Fatal(err)
	}
	changed := make(chan []string, 1)
	tell := func(details openfeature.EventDetails) { changed <- details.FlagChanges }
	openfeature.NewClient(t.Name()).AddHandler(openfeature.ProviderConfigChange, &tell)
	fixed.Set("cart", false)
	if keys := <-changed; strings.Join(keys, ",") != "cart" {
		t.Errorf("changed: %v", keys)
	}
	provider.Shutdown()
	provider.Shutdown()
	if fixed.Status() != bunting.StatusClosed {
		t.Errorf("status: %v", fixed.Status())
	}
}

func TestTrackingGoesWhereItIsTold(t *testing.T) {
	var told []string
	provider := NewProvider(bunting.Fixed(nil).Flags, WithTrack(func(_ context.Context, name string, _ openfeature.EvaluationContext, _ openfeature.TrackingEventDetails) {
		told = append(told, name)
	}))
	if err := openfeature.SetNamedProviderAndWait(t.Name(), provider); err != nil {
		t.Fatal(err)
	}
	openfeature.NewClient(t.Name()).Track(t.Context(), "bought", openfeature.EvaluationContext{}, openfeature.NewTrackingEventDetails(1))
	if strings.Join(told, ",") != "bought" {
		t.Errorf("told: %v", told)
	}
}
