package bunting

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

const flushEvery = 10 * time.Second

// telemetry counts evaluations, queues tracked events, and sends both in batches.
type telemetry struct {
	tally
	tracked tracked
	// events and counts do not wait for each other.
	events, counts *sender
	every          time.Duration
}

func openTelemetry(options Options, client *http.Client, clock *clock, held *heldFlags) *telemetry {
	if options.Telemetry == nil {
		return nil
	}
	every := options.Telemetry.FlushEvery
	if every <= 0 {
		every = max(options.Timing.Of(flushEvery), time.Millisecond)
	}
	opened := &telemetry{every: every}
	senderOf := func(path, what, items string, next func() *batch) *sender {
		return &sender{
			url: strings.TrimRight(options.Telemetry.URL, "/") + path, key: options.Key, client: client, timing: options.Timing,
			clock: clock, what: what, items: items, next: next, fail: held.fail, turn: make(chan struct{}, 1),
		}
	}
	opened.events = senderOf("/v1/track", "Events", "events", opened.tracked.next)
	opened.counts = senderOf("/v1/telemetry/events", "Evaluations", "evaluations", func() *batch {
		environmentID := held.environmentID()
		if environmentID == "" {
			return nil
		}
		return opened.take(environmentID, clock.now())
	})
	return opened
}

// run flushes at every interval until the context is done. A request in flight is not cancelled then: its batch would be
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

// flush returns when everything that waits is sent, or has to wait for the next flush.
func (t *telemetry) flush(ctx context.Context) {
	both(func() { t.events.flush(ctx) }, func() { t.counts.flush(ctx) })
}

// close sends the rest, if that is possible now.
func (t *telemetry) close(ctx context.Context) {
	both(func() { t.events.end(ctx, t.tracked.waiting) }, func() { t.counts.end(ctx, t.left) })
}

func both(one, other func()) {
	var beside sync.WaitGroup
	beside.Go(one)
	other()
	beside.Wait()
}
