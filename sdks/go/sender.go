package bunting

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

const (
	// maxRequests limits the requests per flush: a busy process sends the rest with later ones.
	maxRequests      = 10
	telemetryTimeout = 5 * time.Second
	// retryFor limits retries: the service remembers a batch for a day, and one that is sent later could count twice.
	retryFor = 23 * time.Hour
)

// batch is one request. All attempts have the same idempotency key, so that a batch whose response was lost counts once.
type batch struct {
	idempotencyKey string
	madeAt         time.Time
	// items is the number of evaluations or events in the batch.
	items int64
	body  func() []byte
}

// sender sends batches one request at a time, and retries each until it is answered.
type sender struct {
	url, key string
	client   *http.Client
	timing   timing.Scale
	clock    *clock
	// what and items name the items in messages, at the beginning and in the middle of a sentence.
	what, items string
	// next returns nil if nothing is waiting.
	next      func() *batch
	fail      func(*Error)
	isRefused atomic.Bool

	// turn is held during a flush, and guards the fields below.
	turn      chan struct{}
	pending   *batch
	notBefore time.Time
	isFailing bool
}

// flush returns when everything that waits is sent, or has to wait for the next flush.
func (s *sender) flush(ctx context.Context) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-s.turn }()
	err := s.sendWaiting(ctx)
	// Failures in a row are reported once.
	if err != nil && !s.isFailing && ctx.Err() == nil {
		s.fail(asError(ErrorTelemetry, s.what+" could not be told yet", err))
	}
	s.isFailing = err != nil
}

func (s *sender) sendWaiting(ctx context.Context) error {
	for sent := 0; sent < maxRequests && !s.isRefused.Load() && !time.Now().Before(s.notBefore); sent++ {
		if s.pending != nil && time.Since(s.pending.madeAt) > s.timing.Of(retryFor) {
			s.pending = nil
		}
		if s.pending == nil {
			s.pending = s.next()
		}
		if s.pending == nil {
			return nil
		}
		isDone, err := s.deliver(ctx, s.pending)
		if err != nil || !isDone {
			return err
		}
		s.pending = nil
	}
	return nil
}

// deliver returns false if the same batch has to be sent again later.
func (s *sender) deliver(ctx context.Context, batch *batch) (bool, error) {
	deadline := openDeadline(ctx, s.timing, telemetryTimeout)
	defer deadline.close()
	request, err := http.NewRequestWithContext(deadline.ctx, http.MethodPost, s.url, bytes.NewReader(batch.body()))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", batch.idempotencyKey)
	response, err := s.client.Do(request)
	if err != nil {
		return false, deadline.why(err)
	}
	defer response.Body.Close()
	s.clock.hear(response.Header)
	if _, err = io.Copy(io.Discard, response.Body); err != nil {
		return false, deadline.why(err)
	}
	status := response.StatusCode
	if isOK(response) {
		return true, nil
	}
	if status == http.StatusTooManyRequests || status >= 500 {
		s.notBefore = time.Now().Add(s.timing.Of(retryAfter(response.Header)))
		return false, nil
	}
	s.isRefused.Store(status == http.StatusUnauthorized || status == http.StatusForbidden)
	s.fail(failure(ErrorTelemetry, "%s could not be told: %s answered %d.", s.what, s.url, status))
	return true, nil
}

// end sends the rest if that is possible now, and reports how much is lost. waiting returns how much is in no batch yet.
func (s *sender) end(ctx context.Context, waiting func() int64) {
	s.flush(ctx)
	left := waiting()
	select {
	case s.turn <- struct{}{}:
		if s.pending != nil {
			left += s.pending.items
		}
		<-s.turn
	default:
	}
	if left > 0 {
		s.fail(failure(ErrorTelemetry, "%d %s could not be told.", left, s.items))
	}
}
