package bunting

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

const (
	// answerTimeout is the longest wait for a response to begin.
	answerTimeout = 3 * time.Second
	// idleTimeout is the longest silence of a stream, which sends a comment every 15 s.
	idleTimeout = 20 * time.Second
)

// service is the Delivery API and the key for it.
type service struct {
	url, key string
	client   *http.Client
	timing   timing.Scale
	clock    *clock
}

// received is a revision, with the text of the bundle or patch if it is a new one.
type received struct {
	text     []byte
	revision string
}

// refused is a response with an error status, and the wait that it asks for.
type refused struct {
	err        *Error
	retryAfter time.Duration
}

func (r *refused) Error() string { return r.err.Error() }
func (r *refused) Unwrap() error { return r.err }

// newClient returns a client that follows no redirects to other hosts. Unless one is given, it has connections of its own.
func newClient(given *http.Client) (client *http.Client, closeIdle func()) {
	if given == nil {
		transport := newTransport()
		return &http.Client{Transport: transport, CheckRedirect: sameHost}, transport.CloseIdleConnections
	}
	own := *given
	// The SDK has its own timeouts: a timeout for the whole request would end a stream.
	own.Timeout = 0
	if own.CheckRedirect == nil {
		own.CheckRedirect = sameHost
	}
	return &own, func() {}
}

// newTransport copies the program's default transport. Instrumentation may have replaced that by a type that cannot be copied:
// then it returns one with the usual settings.
func newTransport() *http.Transport {
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		return usual.Clone()
	}
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		ForceAttemptHTTP2:   true,
		IdleConnTimeout:     90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second,
	}
}

// sameHost keeps the key from hosts that a captive portal or a proxy redirects to.
func sameHost(next *http.Request, before []*http.Request) error {
	if next.URL.Host != before[0].URL.Host || len(before) >= 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// deadline ends its context when nothing arrives for the duration expected last, or when the parent ends.
type deadline struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	mutex  sync.Mutex
	wait   time.Duration
	scale  timing.Scale
}

func openDeadline(parent context.Context, scale timing.Scale, wait time.Duration) *deadline {
	opened := &deadline{scale: scale, wait: scale.Of(wait)}
	opened.ctx, opened.cancel = context.WithCancelCause(parent)
	opened.timer = time.AfterFunc(opened.wait, func() {
		opened.mutex.Lock()
		defer opened.mutex.Unlock()
		opened.cancel(fmt.Errorf("nothing was heard for %v", opened.wait))
	})
	return opened
}

func (d *deadline) expect(wait time.Duration) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.wait = d.scale.Of(wait)
	d.timer.Reset(d.wait)
}

func (d *deadline) close() {
	d.timer.Stop()
	d.cancel(context.Canceled)
}

// why returns the reason why a request ended: the deadline's cause is more useful than the transport's error.
func (d *deadline) why(err error) error {
	if err != nil && d.ctx.Err() != nil {
		return context.Cause(d.ctx)
	}
	return err
}

func (s *service) send(ctx context.Context, path, query string, header map[string]string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path+"?"+query, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("User-Agent", userAgent)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	s.clock.hear(response.Header)
	if isOK(response) || response.StatusCode == http.StatusNotModified {
		return response, nil
	}
	_ = response.Body.Close()
	return nil, &refused{refusal("GET "+path, response.StatusCode), retryAfter(response.Header)}
}

// fromKnown returns the query that states the known revision, and that a patch from it is understood.
func fromKnown(known string) string { return "from=" + url.QueryEscape(known) }

func isOK(response *http.Response) bool {
	return response.StatusCode >= 200 && response.StatusCode < 300
}

// fetchBundle calls GET /v1/bundle. The result has no text if the known revision is the current one.
func (s *service) fetchBundle(parent context.Context, known string) (received, error) {
	deadline := openDeadline(parent, s.timing, answerTimeout)
	defer deadline.close()
	header := map[string]string{}
	if known != "" {
		header["If-None-Match"] = `"` + known + `"`
	}
	response, err := s.send(deadline.ctx, "/v1/bundle", fromKnown(known), header)
	if err != nil {
		return received{}, deadline.why(err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNotModified {
		return received{}, nil
	}
	deadline.expect(idleTimeout)
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return received{}, deadline.why(err)
	}
	if text == nil {
		text = []byte{}
	}
	tag := strings.TrimPrefix(response.Header.Get("ETag"), "W/")
	if len(tag) < 2 || tag[0] != '"' || tag[len(tag)-1] != '"' {
		return received{text: text}, nil
	}
	return received{text: text, revision: tag[1 : len(tag)-1]}, nil
}

// readStream reads GET /v1/stream until it ends; it returns nil after a regular end. open is called when the first data
// arrives.
func (s *service) readStream(parent context.Context, known string, open func(), sent func(received) error) error {
	deadline := openDeadline(parent, s.timing, answerTimeout)
	defer deadline.close()
	header := map[string]string{"Accept": "text/event-stream"}
	if known != "" {
		header["Last-Event-ID"] = known
	}
	response, err := s.send(deadline.ctx, "/v1/stream", fromKnown(known), header)
	if err != nil {
		return deadline.why(err)
	}
	defer response.Body.Close()
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return failure(ErrorBadAnswer, "GET /v1/stream answered with no stream.")
	}
	var parser eventParser
	chunk := make([]byte, 64<<10)
	for isOpen := false; ; {
		length, err := response.Body.Read(chunk)
		if length > 0 {
			deadline.expect(idleTimeout)
			if !isOpen {
				isOpen = true
				open()
			}
			for _, event := range parser.read(chunk[:length]) {
				if err := take(event, sent); err != nil {
					return err
				}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return deadline.why(err)
		}
	}
}

// take passes bundles and patches on. Unknown events come from a newer server and are ignored.
func take(event streamEvent, sent func(received) error) error {
	switch event.name {
	case "bundle", "patch":
		return sent(received{event.data, event.id})
	case "changed":
		// Only streams for client keys send this event. No flags would ever arrive.
		return failure(ErrorKeyRefused, "GET /v1/stream has no flags: this is a client key.")
	}
	return nil
}
