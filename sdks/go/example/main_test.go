package main

import (
	"context"
	"net/http/httptest"
	"testing"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

func get(t *testing.T, flags *bunting.Flags) string {
	t.Helper()
	answer := httptest.NewRecorder()
	newHandler(flags).ServeHTTP(answer, httptest.NewRequest("GET", "/?user=ada", nil))
	return answer.Body.String()
}

func TestTheFlagChoosesTheCart(t *testing.T) {
	flags := bunting.Fixed(map[string]any{"new-cart": false, "cart-limits": limits{Items: 5}})
	if got := get(t, flags.Flags); got != "The cart, for up to 5 items.\n" {
		t.Error(got)
	}
	flags.Set("new-cart", true)
	if got := get(t, flags.Flags); got != "The new cart, for up to 5 items.\n" {
		t.Error(got)
	}
}

func TestTheShopEndsInOrder(t *testing.T) {
	t.Setenv("BUNTING_URL", "http://127.0.0.1:9")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, "127.0.0.1:0"); err != nil {
		t.Error(err)
	}
}
