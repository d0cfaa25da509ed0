package bunting

import (
	"context"
	"errors"
	"sync"
	"time"
)

// following is what follower tells, and asks.
type following interface {
	// onSent takes a bundle, or a patch of one: false where it is not of what is known. It fails where it is neither.
	onSent(text []byte) (bool, error)
	// onCurrent: what is known is what Bunting has.
	onCurrent()
	// onLost: Bunting cannot be asked now.
	onLost(*Error)
}

// errGap: a patch came that is not of what is known.
var errGap = errors.New("a patch of another revision came")

// follower follows the bundle: by the stream and, whenever that fails, also by asking. Neither waits for the other, because an
// old connection may be dead unnoticed.
type follower struct {
	service *service
	on      following
	asking  sync.WaitGroup

	// mutex is held while something is taken, so that the stream and an answer do not take at once.
	mutex sync.Mutex
	// revision is only what this service itself sent: a bundle from a cache may be another environment's.
	revision   string
	received   int
	isOpen     bool
	isAnswered bool
}

// run comes back when the context is done and nothing is under way any more.
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
		// A bundle that was fetched meanwhile may be further than the stream was. Otherwise only the whole can help.
		if isGap && f.revision == told {
			f.revision = ""
		}
		state.isAnswered = f.isAnswered
		f.mutex.Unlock()

		// One that was ended in order, as by a server that stops, may be had from another server already.
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
	// It sends nothing at first where it has nothing newer.
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

// take is false where a patch is not of what is known.
func (f *follower) take(sent received) (bool, error) {
	f.received++
	if sent.text != nil {
		isTaken, err := f.on.onSent(sent.text)
		if err != nil {
			// Whatever it was to be, the whole is needed next.
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
