package bunting

import (
	"context"
	"errors"
	"sync"
	"time"
)

// following receives what a follower fetches, and the state of its connection.
type following interface {
	// onSent takes a bundle or a patch. It returns false for a patch of another revision than the one held, and fails if
	// the text is neither.
	onSent(text []byte) (bool, error)
	// onCurrent is called when the bundle held is the current one.
	onCurrent()
	// onLost is called when Bunting cannot be reached.
	onLost(*Error)
}

// errGap ends a stream that sent a patch of another revision than the one held.
var errGap = errors.New("a patch of another revision came")

// follower follows the bundle by the stream and, whenever that fails, by polling too. Neither waits for the other, because
// an old connection may be dead without notice.
type follower struct {
	service *service
	on      following
	asking  sync.WaitGroup

	// mutex is held while a bundle or patch is applied, so that the stream and polling do not apply one at the same time.
	mutex sync.Mutex
	// revision is the last one that this service sent: a cached bundle may belong to another environment.
	revision   string
	received   int
	isOpen     bool
	isAnswered bool
}

// run returns when the context is done and no request is in flight.
func (f *follower) run(ctx context.Context) {
	defer f.asking.Wait()
	var state ended
	for ctx.Err() == nil {
		began := time.Now()
		f.mutex.Lock()
		told := f.revision
		f.isOpen = false
		f.mutex.Unlock()
		err := f.service.readStream(ctx, told, f.open, f.sent)
		lasted := time.Since(began)
		isGap := errors.Is(err, errGap)

		f.mutex.Lock()
		state.isQuick = lasted < f.service.timing.Of(short)
		state.isGap = isGap
		if f.isOpen && !state.isQuick {
			state.failures = 0
		} else {
			state.failures++
		}
		f.isOpen = false
		// Polling may have moved on meanwhile. If not, only the whole bundle closes the gap.
		if isGap && f.revision == told {
			f.revision = ""
		}
		state.isAnswered = f.isAnswered
		f.mutex.Unlock()

		// No polling after a regular end: a server that stops ends its streams, and another one can be reached already.
		if err != nil && !isGap && ctx.Err() == nil {
			f.asking.Go(func() { f.ask(ctx) })
		}
		state.retryAfter = 0
		if isKeyRefused(err) {
			state.refusals++
		} else {
			state.refusals = 0
		}
		var refused *refused
		if errors.As(err, &refused) {
			state.retryAfter = refused.retryAfter
		}
		pause(ctx, f.service.timing.Of(state.wait()))
	}
}

func isKeyRefused(err error) bool {
	var known *Error
	return errors.As(err, &known) && known.Code == ErrorKeyRefused
}

func (f *follower) open() {
	f.mutex.Lock()
	f.isOpen = true
	isKnown := f.revision != ""
	f.mutex.Unlock()
	// The stream begins with the bundle only if it is newer.
	if isKnown {
		f.on.onCurrent()
	}
}

func (f *follower) sent(sent received) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	isTaken, err := f.take(sent)
	if err == nil && !isTaken {
		err = errGap
	}
	return err
}

// take returns false for a patch of another revision than the one held.
func (f *follower) take(sent received) (bool, error) {
	f.received++
	if sent.text != nil {
		isTaken, err := f.on.onSent(sent.text)
		if err != nil {
			// After an unreadable text the whole bundle is needed.
			f.revision = ""
			return false, err
		}
		if !isTaken {
			return false, nil
		}
		f.revision = sent.revision
	}
	f.on.onCurrent()
	return true, nil
}

func (f *follower) ask(ctx context.Context) {
	f.mutex.Lock()
	known := f.revision
	f.mutex.Unlock()
	isTaken, err := f.askFrom(ctx, known)
	if err == nil && !isTaken {
		isTaken, err = f.askFrom(ctx, "")
	}
	if err == nil && !isTaken {
		err = failure(ErrorBadAnswer, "GET /v1/bundle answered with a patch of something else.")
	}
	if err == nil {
		return
	}
	f.mutex.Lock()
	f.isAnswered = false
	isOpen := f.isOpen
	f.mutex.Unlock()
	if ctx.Err() == nil && !isOpen {
		f.on.onLost(asError(ErrorUnreachable, "Bunting cannot be reached", err))
	}
}

func (f *follower) askFrom(ctx context.Context, known string) (bool, error) {
	f.mutex.Lock()
	before := f.received
	f.mutex.Unlock()
	answer, err := f.service.fetchBundle(ctx, known)
	if err != nil {
		return false, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.isAnswered = true
	if f.received != before {
		return true, nil
	}
	return f.take(answer)
}
