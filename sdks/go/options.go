package bunting

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

// Options says where flags come from. Only URL and Key are needed.
type Options struct {
	// URL is where the Delivery API is, such as http://127.0.0.1:4001. Without one nothing is asked: flags are those of
	// Bootstrap or Cache.
	URL string
	// Key is a server key: sk_….
	Key string
	// Bootstrap is a bundle, as GET /v1/bundle answers it, to answer with until another arrives.
	Bootstrap []byte
	// Cache keeps the last bundle, so that an application that starts while Bunting is away has flags all the same.
	Cache Cache
	// Telemetry tells Bunting which flags were evaluated, and how; nil: nothing is told.
	Telemetry *Telemetry
	// Client is used in place of one with the environment's proxies.
	Client *http.Client
	// Listener is told what happens from the beginning; [Flags.Listen] adds others later.
	Listener Listener
	// Logger is told of errors; nil: slog.Default().
	Logger *slog.Logger
	// Timing is for the SDK's own tests.
	Timing timing.Scale
}

// Telemetry says where evaluations are told.
type Telemetry struct {
	// URL is where the Management API is, such as http://127.0.0.1:4000.
	URL string
	// FlushEvery is how often evaluations are told; 0: 10 s.
	FlushEvery time.Duration
}

// Cache keeps the last bundle beyond the end of the process. [FileCache] has one for files.
type Cache interface {
	// Read gives what was written last; nil where there is nothing.
	Read(ctx context.Context) ([]byte, error)
	Write(ctx context.Context, bundle []byte) error
}

// ListCache keeps large lists, each by its id. A Cache that is one, too, spares the next start from fetching them.
type ListCache interface {
	// ReadList gives what was written last; nil where there is nothing.
	ReadList(ctx context.Context, list string) (io.ReadCloser, error)
	WriteList(ctx context.Context, list string, write func(io.Writer) error) error
	RemoveList(ctx context.Context, list string) error
}
