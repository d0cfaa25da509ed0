package bunting

import (
	"context"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

// bytesPerSecond: a small bundle is written as it changes, one of megabytes every few seconds.
const bytesPerSecond = 1_000_000

// keptBundle is the last bundle, kept beyond the end of the process. What fails here is told and costs nothing else.
type keptBundle struct {
	cache  Cache
	fail   func(*Error)
	timing timing.Scale
	// closing ends the rests between writes; `writers` is done when everything is written.
	closing context.Context
	writers *sync.WaitGroup

	mutex     sync.Mutex
	next      func() []byte
	isWriting bool
}

func (k *keptBundle) read() *bundle {
	if k.cache == nil {
		return nil
	}
	text, err := k.cache.Read(context.Background())
	if err == nil && text == nil {
		return nil
	}
	var kept *bundle
	if err == nil {
		kept, err = parseBundle(text)
	}
	if err != nil {
		k.fail(asError(ErrorCache, "The kept bundle cannot be read", err))
		return nil
	}
	return kept
}

// keep writes one bundle at a time; of what comes meanwhile only the last is kept.
func (k *keptBundle) keep(text func() []byte) {
	if k.cache == nil {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.next = text
	if !k.isWriting {
		k.isWriting = true
		k.writers.Go(k.writeAll)
	}
}

// writeAll rests in between: what is kept is the whole, and many small changes must not cost as many times that.
func (k *keptBundle) writeAll() {
	for {
		k.mutex.Lock()
		make := k.next
		k.next = nil
		k.isWriting = make != nil
		k.mutex.Unlock()
		if make == nil {
			return
		}
		text := make()
		if err := k.cache.Write(context.Background(), text); err != nil {
			k.fail(asError(ErrorCache, "The bundle cannot be kept", err))
		}
		pause(k.closing, k.timing.Of(time.Duration(len(text))*time.Second/bytesPerSecond))
	}
}

// pause comes back after a while, or when the context is done.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
