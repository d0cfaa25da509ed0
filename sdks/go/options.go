package bunting

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

// Options configures [Open]. Only URL and Key are required.
type Options struct {
	// URL is the address of the Delivery API, such as http://127.0.0.1:4001. If it is empty, nothing is fetched: flags come
	// from Bootstrap or Cache.
	URL string
	// Key is a server key: sk_….
	Key string
	// Bootstrap is a bundle, as GET /v1/bundle returns it, that is used until another one arrives.
	Bootstrap []byte
	// Cache keeps the last bundle, so that an application that starts while Bunting cannot be reached has flags.
	Cache Cache
	// Telemetry reports evaluations, events and exposures to Bunting; if nil, nothing is sent.
	Telemetry *Telemetry
	// Client replaces the default client, which takes its proxies from the environment.
	Client *http.Client
	// Listener receives all events from the beginning; [Flags.Listen] adds more listeners later.
	Listener Listener
	// Logger logs errors; if nil, slog.Default() does.
	Logger *slog.Logger
	// Timing is for the SDK's own tests.
	Timing timing.Scale
}

// Telemetry configures the reports of evaluations, events and exposures.
type Telemetry struct {
	// URL is the address of the Management API, such as http://127.0.0.1:4000.
	URL string
	// FlushEvery is the interval between reports; 10 s if zero.
	FlushEvery time.Duration
}

// Cache keeps the last bundle across restarts. [FileCache] returns one that uses files.
type Cache interface {
	// Read returns the bundle that was written last; nil if there is none.
	Read(ctx context.Context) ([]byte, error)
	Write(ctx context.Context, bundle []byte) error
}

// ListCache keeps large lists by their ids. If a Cache implements it, the next start does not fetch them again.
type ListCache interface {
	// ReadList returns the list that was written last; nil if there is none.
	ReadList(ctx context.Context, list string) (io.ReadCloser, error)
	// WriteList replaces a list with the bytes that write writes.
	WriteList(ctx context.Context, list string, write func(io.Writer) error) error
	// RemoveList removes a list. It returns nil if there is none.
	RemoveList(ctx context.Context, list string) error
}
