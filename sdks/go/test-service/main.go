// Command test-service lets the contract harness drive this SDK over HTTP. It prints its address on the first line, and
// serves until its standard input ends or it receives DELETE /.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	end := make(chan struct{}, 2)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		end <- struct{}{}
	}()
	server := &http.Server{Handler: routes(newClients(), end)}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			fmt.Fprintln(os.Stderr, err)
			end <- struct{}{}
		}
	}()
	<-end
	// Responses in flight are completed. Open flags stay open, as in an application that just exits.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = server.Shutdown(ctx)
}

// handler returns a status, and a value that is sent as JSON.
type handler func(r *http.Request) (int, any, error)

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, answer, err := h(r)
	if err != nil {
		status, answer = http.StatusBadRequest, map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func routes(clients *clients, end chan<- struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", handler(func(*http.Request) (int, any, error) {
		return 200, map[string]any{"sdk": "go", "version": bunting.Version, "capabilities": capabilities}, nil
	}))
	mux.Handle("DELETE /{$}", handler(func(*http.Request) (int, any, error) {
		end <- struct{}{}
		return 200, empty, nil
	}))
	mux.Handle("GET /process", handler(readProcess))
	mux.Handle("POST /clients", handler(clients.open))
	mux.Handle("DELETE /clients/{id}", clients.of(closeClient))
	mux.Handle("POST /clients/{id}/ready", clients.of(ready))
	mux.Handle("GET /clients/{id}/state", clients.of(state))
	mux.Handle("GET /clients/{id}/events", clients.of(events))
	mux.Handle("POST /clients/{id}/evaluate", clients.of(evaluate))
	mux.Handle("POST /clients/{id}/evaluate-many", clients.of(evaluateMany))
	mux.Handle("POST /clients/{id}/all", clients.of(all))
	mux.Handle("POST /clients/{id}/track", clients.of(track))
	mux.Handle("POST /clients/{id}/flush", clients.of(flush))
	mux.Handle("POST /clients/{id}/stress", clients.of(stress))
	return mux
}

// capabilities lists those that not every language has.
var capabilities = []string{"openfeature", "replaces half surrogates"}

var empty = map[string]any{}

func read[Body any](r *http.Request) (Body, error) {
	var body Body
	err := json.NewDecoder(r.Body).Decode(&body)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return body, err
}

var quiet = slog.New(slog.DiscardHandler)
