package bunting

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// delivery is a Delivery API under the test's control.
type delivery struct {
	*httptest.Server
	mutex    sync.Mutex
	status   int
	header   map[string]string
	bundle   string
	revision int
	streams  map[chan string]struct{}
	requests []*http.Request
	events   []map[string]any
	keys     []string
	bodies   []string
	answer   func(w http.ResponseWriter, r *http.Request) bool
}

func openDelivery(t *testing.T) *delivery {
	t.Helper()
	d := &delivery{status: 200, streams: map[chan string]struct{}{}}
	d.Server = httptest.NewServer(d)
	t.Cleanup(func() {
		d.CloseClientConnections()
		d.Close()
	})
	return d
}

func (d *delivery) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mutex.Lock()
	d.requests = append(d.requests, r)
	status, header, answer := d.status, d.header, d.answer
	d.mutex.Unlock()
	if answer != nil && answer(w, r) {
		return
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	if status != 200 {
		w.WriteHeader(status)
		return
	}
	switch r.URL.Path {
	case "/v1/stream":
		d.stream(w, r)
	case "/v1/bundle":
		d.mutex.Lock()
		defer d.mutex.Unlock()
		tag := fmt.Sprintf(`"%d"`, d.revision)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", tag)
		_, _ = io.WriteString(w, d.bundle)
	case "/v1/telemetry/events":
		d.take(r)
	default:
		w.WriteHeader(404)
	}
}

func (d *delivery) take(r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var batch struct{ Events []map[string]any }
	_ = json.Unmarshal(body, &batch)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.events = append(d.events, batch.Events...)
	d.keys = append(d.keys, r.Header.Get("Idempotency-Key"))
	d.bodies = append(d.bodies, string(body))
}

func (d *delivery) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	messages := make(chan string, 64)
	d.mutex.Lock()
	first := ":\n\n"
	if r.URL.Query().Get("from") != fmt.Sprint(d.revision) {
		first += fmt.Sprintf("id: %d\nevent: bundle\ndata: %s\n\n", d.revision, d.bundle)
	}
	d.streams[messages] = struct{}{}
	d.mutex.Unlock()
	defer func() {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		delete(d.streams, messages)
	}()
	_, _ = io.WriteString(w, first)
	w.(http.Flusher).Flush()
	for {
		select {
		case message, ok := <-messages:
			if !ok {
				return
			}
			_, _ = io.WriteString(w, message)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

// publish replaces the current bundle, and sends a message to all open streams.
func (d *delivery) publish(revision int, bundle, message string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.revision, d.bundle = revision, bundle
	for stream := range d.streams {
		if message != "" {
			stream <- message
		}
	}
}

// endStreams ends all streams regularly.
func (d *delivery) endStreams() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for stream := range d.streams {
		close(stream)
		delete(d.streams, stream)
	}
}

func (d *delivery) set(change func()) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	change()
}

func (d *delivery) told() []map[string]any {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.events
}

func flagJSON(kind string, value any) string {
	text, _ := json.Marshal(map[string]any{
		"id": "flag_1", "type": kind, "clientSafe": true,
		"config": map[string]any{"version": 3, "enabled": true, "defaultValue": value, "rules": []any{}},
	})
	return string(text)
}

func bundleJSON(revision int, flags map[string]string) string {
	raw := map[string]json.RawMessage{}
	for key, flag := range flags {
		raw[key] = json.RawMessage(flag)
	}
	text, _ := json.Marshal(map[string]any{"format": 2, "environmentId": "env_1", "revision": revision, "flags": raw, "segments": map[string]any{}})
	return string(text)
}

func patchMessage(from, revision int, flags map[string]string) string {
	raw := map[string]json.RawMessage{}
	for key, flag := range flags {
		raw[key] = json.RawMessage(flag)
	}
	text, _ := json.Marshal(map[string]any{"format": 2, "environmentId": "env_1", "from": from, "revision": revision, "flags": raw})
	return fmt.Sprintf("id: %d\nevent: patch\ndata: %s\n\n", revision, text)
}

var nobody = slog.New(slog.DiscardHandler)

// heard collects the events of a listener.
type heard struct {
	mutex  sync.Mutex
	events []event
}

func (h *heard) listener() Listener {
	add := func(event event) {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		h.events = append(h.events, event)
	}
	return Listener{
		Ready:   func(revision int64) { add(event{name: "ready", revision: revision}) },
		Changed: func(keys []string) { add(event{name: "changed", keys: keys}) },
		Stale:   func(revision int64) { add(event{name: "stale", revision: revision}) },
		Error:   func(err *Error) { add(event{name: "error", err: err}) },
	}
}

func (h *heard) all(name string) []event {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	var found []event
	for _, event := range h.events {
		if event.name == name {
			found = append(found, event)
		}
	}
	return found
}

// quick is the scale for tests that wait for several retries. It shortens timeouts too, so others take them as they are.
const quick = 0.2

// open opens flags, and closes them when the test ends.
func open(t *testing.T, options Options) *Flags {
	t.Helper()
	if options.Logger == nil {
		options.Logger = nobody
	}
	if options.Key == "" {
		options.Key = "sk_test"
	}
	flags := Open(options)
	t.Cleanup(func() { _ = flags.Close(context.Background()) })
	return flags
}

// until waits for a condition. If it never holds, the test's own time limit ends the wait.
func until(t *testing.T, what string, isSo func() bool) {
	t.Helper()
	for !isSo() {
		if t.Context().Err() != nil {
			t.Fatalf("never: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}
