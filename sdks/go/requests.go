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
	// answerTimeout is how long an answer may take to begin.
	answerTimeout = 3 * time.Second
	// idleTimeout is how long a stream may be silent: it has a comment every 15 s.
	idleTimeout = 20 * time.Second
)

// service is where a key is sent.
type service struct {
	url, key string
	client   *http.Client
	timing   timing.Scale
	clock    *clock
}

// received is a revision, and the text of the bundle, or of a patch to it, where it is another one than before.
type received struct {
	text     []byte
	revision string
}

// refused is an answer that is no success, with how long it asks to be left alone.
type refused struct {
	err        *Error
	retryAfter time.Duration
}

func (r *refused) Error() string { return r.err.Error() }
func (r *refused) Unwrap() error { return r.err }

// newClient has connections of its own, and follows no redirect to another host.
func newClient(given *http.Client) (client *http.Client, closeIdle func()) {
	if given == nil {
		transport := newTransport()
		return &http.Client{Transport: transport, CheckRedirect: sameHost}, transport.CloseIdleConnections
	}
	own := *given
	// Timeouts are the SDK's: one of the whole request would end a stream.
	own.Timeout = 0
	if own.CheckRedirect == nil {
		own.CheckRedirect = sameHost
	}
	return &own, func() {}
}

// newTransport is as the program's own is, unless that was replaced by something else, as what watches requests does.
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

// sameHost keeps the key from hosts that a portal or a proxy points at.
func sameHost(next *http.Request, before []*http.Request) error {
	if next.URL.Host != before[0].URL.Host || len(before) >= 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// deadline ends with its parent, or when nothing was heard for as long as was last expected.
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

// why says what ended a request: a deadline's reason is better than what the transport makes of it.
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

// fromKnown tells which revision is known, and that a patch from it is understood.
func fromKnown(known string) string { return "from=" + url.QueryEscape(known) }

func isOK(response *http.Response) bool {
	return response.StatusCode >= 200 && response.StatusCode < 300
}

// fetchBundle asks GET /v1/bundle, unless it has the revision that is known.
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

// readStream reads GET /v1/stream until it ends; nil where it ended in order. `open` is called when it is heard first.
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

// take passes on what has flags. An event that the SDK does not know is a newer server's.
func take(event streamEvent, sent func(received) error) error {
	switch event.name {
	case "bundle", "patch":
		return sent(received{event.data, event.id})
	case "changed":
		// Browsers are told so little. No flags would ever come.
		return failure(ErrorKeyRefused, "GET /v1/stream has no flags: this is a client key.")
	}
	return nil
}
