package bunting

import (
	"context"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

// bytesPerSecond limits writing: a small bundle is written at each change, one of megabytes every few seconds.
const bytesPerSecond = 1_000_000

// keptBundle reads and writes the cached bundle. A failure is reported and has no other effect.
type keptBundle struct {
	cache  Cache
	fail   func(*Error)
	timing timing.Scale
	// closing ends the pauses between writes; writers is done when everything is written.
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

// keep writes bundles one at a time; of those that arrive during a write, only the last is written.
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

// writeAll pauses after each write: it writes the whole bundle, so that many small changes have to share one.
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

// pause returns after a while, or when the context is done.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
