package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

type clients struct {
	mutex sync.Mutex
	last  int
	byID  map[string]*client
}

func newClients() *clients { return &clients{byID: map[string]*client{}} }

// client is one Flags, and the events that it emitted.
type client struct {
	flags *bunting.Flags
	// openFeature is nil if the SDK is called directly.
	openFeature *openFeature
	mutex       sync.Mutex
	events      []map[string]any
}

type config struct {
	URL       string
	Key       string
	Telemetry *struct {
		URL     string
		FlushMs float64
	}
	CacheFile string
	Bootstrap json.RawMessage
	Timing    float64
	API       string
}

func (c *clients) open(r *http.Request) (int, any, error) {
	config, err := read[config](r)
	if err != nil {
		return 0, nil, err
	}
	options := bunting.Options{URL: config.URL, Key: config.Key, Logger: quiet, Timing: timing.Scale(config.Timing)}
	if config.Bootstrap != nil && string(config.Bootstrap) != "null" {
		options.Bootstrap = config.Bootstrap
	}
	if config.CacheFile != "" {
		options.Cache = bunting.FileCache(config.CacheFile)
	}
	if config.Telemetry != nil {
		every := time.Duration(config.Telemetry.FlushMs * float64(time.Millisecond))
		options.Telemetry = &bunting.Telemetry{URL: config.Telemetry.URL, FlushEvery: every}
	}
	opened := &client{}
	// Passed as an option: a listener that is added later misses the first events.
	options.Listener = opened.listener()
	opened.flags = bunting.Open(options)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.last++
	id := strconv.Itoa(c.last)
	if config.API == "openfeature" {
		opened.openFeature = openOpenFeature("client-"+id, opened, options.Timing)
	}
	c.byID[id] = opened
	return http.StatusCreated, map[string]string{"id": id}, nil
}

func (c *client) tell(event map[string]any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	event["n"] = len(c.events) + 1
	c.events = append(c.events, event)
}

func (c *client) listener() bunting.Listener {
	tell := c.tell
	return bunting.Listener{
		Ready:   func(revision int64) { tell(map[string]any{"type": "ready", "revision": revision}) },
		Changed: func(keys []string) { tell(map[string]any{"type": "changed", "keys": keys}) },
		Stale:   func(revision int64) { tell(map[string]any{"type": "stale", "revision": revision}) },
		Error: func(err *bunting.Error) {
			tell(map[string]any{"type": "error", "code": err.Code, "message": err.Message})
		},
	}
}

// of finds the client that the path names.
func (c *clients) of(handle func(*client, *http.Request) (any, error)) http.Handler {
	return handler(func(r *http.Request) (int, any, error) {
		c.mutex.Lock()
		found := c.byID[r.PathValue("id")]
		c.mutex.Unlock()
		if found == nil {
			return http.StatusNotFound, map[string]string{"error": "there is no such client"}, nil
		}
		answer, err := handle(found, r)
		return http.StatusOK, answer, err
	})
}

func ready(c *client, r *http.Request) (any, error) {
	body, err := read[struct{ TimeoutMs *float64 }](r)
	if err != nil {
		return nil, err
	}
	timeout := 10 * time.Second
	if body.TimeoutMs != nil {
		timeout = time.Duration(min(*body.TimeoutMs, 1e9) * float64(time.Millisecond))
	}
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	isReady := c.flags.Ready(ctx)
	if isReady && c.openFeature != nil {
		<-c.openFeature.set
		isReady = c.openFeature.isReady
	}
	return map[string]bool{"ready": isReady}, nil
}

func state(c *client, _ *http.Request) (any, error) {
	answer := map[string]any{"status": c.flags.Status()}
	if revision, ok := c.flags.Revision(); ok {
		answer["revision"] = revision
	}
	if c.openFeature != nil {
		answer["providerStatus"] = c.openFeature.client.State()
	}
	return answer, nil
}

func events(c *client, r *http.Request) (any, error) {
	after, _ := strconv.Atoi(r.URL.Query().Get("after"))
	c.mutex.Lock()
	defer c.mutex.Unlock()
	after = min(max(after, 0), len(c.events))
	return map[string]any{"events": append([]map[string]any{}, c.events[after:]...)}, nil
}

func flush(c *client, r *http.Request) (any, error) {
	c.flags.Flush(r.Context())
	return empty, nil
}

func closeClient(c *client, r *http.Request) (any, error) {
	began := time.Now()
	if c.openFeature != nil {
		c.openFeature.close()
	}
	err := c.flags.Close(r.Context())
	return map[string]int64{"ms": time.Since(began).Milliseconds()}, err
}
