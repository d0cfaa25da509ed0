// Command example serves a shop's cart over net/http. A flag decides which version.
//
//	BUNTING_KEY=sk_… go run ./example
//	curl 'http://127.0.0.1:8080/?user=ada'
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, cmp.Or(os.Getenv("ADDRESS"), "127.0.0.1:8080")); err != nil {
		slog.Error("the shop ends", "error", err)
		os.Exit(1)
	}
}

// run serves until the context is done, then completes requests in flight and sends the remaining telemetry.
func run(ctx context.Context, address string) error {
	flags := bunting.Open(bunting.Options{
		URL:       cmp.Or(os.Getenv("BUNTING_URL"), "http://127.0.0.1:4001"),
		Key:       os.Getenv("BUNTING_KEY"),
		Cache:     bunting.FileCache(filepath.Join(os.TempDir(), "shop-flags.json")),
		Telemetry: &bunting.Telemetry{URL: cmp.Or(os.Getenv("BUNTING_MANAGEMENT_URL"), "http://127.0.0.1:4000")},
	})
	starting, cancel := context.WithTimeout(ctx, 2*time.Second)
	if !flags.Ready(starting) {
		slog.Warn("there are no flags yet: fallbacks it is", "error", flags.Err())
	}
	cancel()

	server := &http.Server{Addr: address, Handler: newHandler(flags), ReadHeaderTimeout: 5 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	select {
	case err := <-ended:
		return errors.Join(err, flags.Close(context.Background()))
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return errors.Join(server.Shutdown(closing), flags.Close(closing))
}

type limits struct {
	Items int `json:"items"`
}

// newHandler is also called by tests, with flags of their own.
func newHandler(flags *bunting.Flags) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		who := bunting.EvalContext{
			UserID:     r.URL.Query().Get("user"),
			Attributes: map[string]any{"country": r.Header.Get("CF-IPCountry")},
		}
		most := bunting.JSON(flags, "cart-limits", who, limits{Items: 20})
		if flags.Bool("new-cart", who, false) {
			fmt.Fprintf(w, "The new cart, for up to %d items.\n", most.Items)
			return
		}
		fmt.Fprintf(w, "The cart, for up to %d items.\n", most.Items)
	})
	return mux
}
