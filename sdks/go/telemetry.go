package bunting

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

const (
	flushEvery = 10 * time.Second
	// maxRequests are the most that a flush makes: a busy process sends the rest with the next ones.
	maxRequests      = 10
	telemetryTimeout = 5 * time.Second
	// retryFor: the service remembers a batch for a day; sent again after that it could count twice.
	retryFor = 23 * time.Hour
)

// telemetry tells evaluations, which are counted in memory, in batches: one request at a time, each repeated until it is
// answered.
type telemetry struct {
	tally
	url, key      string
	client        *http.Client
	timing        timing.Scale
	clock         *clock
	environmentID func() string
	fail          func(*Error)
	every         time.Duration
	isRefused     atomic.Bool

	// turn is held while something is sent, and guards what follows.
	turn      chan struct{}
	pending   *batch
	notBefore time.Time
	isFailing bool
}

// run flushes again and again until the context is done. A request that is under way then is not cut off: its batch would be
// sent again.
func (t *telemetry) run(ctx context.Context) {
	ticker := time.NewTicker(t.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			t.flush(context.WithoutCancel(ctx))
		case <-ctx.Done():
			return
		}
	}
}

// flush comes back when what was counted is sent, or has to wait for the next time.
func (t *telemetry) flush(ctx context.Context) {
	select {
	case t.turn <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-t.turn }()
	err := t.sendWaiting(ctx)
	// It is tried again and again, and told once.
	if err != nil && !t.isFailing && ctx.Err() == nil {
		t.fail(asError(ErrorTelemetry, "Evaluations could not be told yet", err))
	}
	t.isFailing = err != nil
}

func (t *telemetry) sendWaiting(ctx context.Context) error {
	for sent := 0; sent < maxRequests && !t.isRefused.Load() && !time.Now().Before(t.notBefore); sent++ {
		if t.pending != nil && time.Since(t.pending.madeAt) > t.timing.Of(retryFor) {
			t.pending = nil
		}
		if t.pending == nil {
			environmentID := t.environmentID()
			if environmentID == "" {
				return nil
			}
			t.pending = t.take(environmentID, t.clock.now())
		}
		if t.pending == nil {
			return nil
		}
		isDone, err := t.deliver(ctx, t.pending)
		if err != nil || !isDone {
			return err
		}
		t.pending = nil
	}
	return nil
}

// deliver is false where the same batch has to be sent again later.
func (t *telemetry) deliver(ctx context.Context, batch *batch) (bool, error) {
	deadline := openDeadline(ctx, t.timing, telemetryTimeout)
	defer deadline.close()
	url := strings.TrimRight(t.url, "/") + "/v1/telemetry/events"
	request, err := http.NewRequestWithContext(deadline.ctx, http.MethodPost, url, bytes.NewReader(batch.body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+t.key)
	request.Header.Set("User-Agent", userAgent)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", batch.idempotencyKey)
	response, err := t.client.Do(request)
	if err != nil {
		return false, deadline.why(err)
	}
	defer response.Body.Close()
	t.clock.hear(response.Header)
	if _, err = io.Copy(io.Discard, response.Body); err != nil {
		return false, deadline.why(err)
	}
	status := response.StatusCode
	if isOK(response) {
		return true, nil
	}
	if status == http.StatusTooManyRequests || status >= 500 {
		t.notBefore = time.Now().Add(t.timing.Of(retryAfter(response.Header)))
		return false, nil
	}
	t.isRefused.Store(status == http.StatusUnauthorized || status == http.StatusForbidden)
	t.fail(failure(ErrorTelemetry, "Evaluations could not be told: %s answered %d.", url, status))
	return true, nil
}

// close sends what is left, as far as that works now.
func (t *telemetry) close(ctx context.Context) {
	t.flush(ctx)
	left := t.left()
	select {
	case t.turn <- struct{}{}:
		if t.pending != nil {
			left += t.pending.evaluations
		}
		<-t.turn
	default:
	}
	if left > 0 {
		t.fail(failure(ErrorTelemetry, "%d evaluations could not be told.", left))
	}
}
