package bunting

import (
	"log/slog"
	"slices"
	"sync"
)

// Listener is told what happens. Each of its functions may be nil. They are called one after the other, in order, by the
// SDK's own goroutines: one that takes long keeps the next from being told, and none may call [Flags.Close].
type Listener struct {
	// Ready: there are flags to answer with, for the first time, or current again after Stale.
	Ready func(revision int64)
	// Changed: these flags were added, changed or taken away, or need a segment or a flag that was.
	Changed func(keys []string)
	// Stale: Bunting cannot be reached; answers come from the flags of before.
	Stale func(revision int64)
	// Error: something went wrong that the SDK goes on without.
	Error func(err *Error)
}

type event struct {
	name     string
	revision int64
	keys     []string
	err      *Error
}

func (l *Listener) tell(event event) {
	switch {
	case event.name == "ready" && l.Ready != nil:
		l.Ready(event.revision)
	case event.name == "changed" && l.Changed != nil:
		l.Changed(slices.Clone(event.keys))
	case event.name == "stale" && l.Stale != nil:
		l.Stale(event.revision)
	case event.name == "error" && l.Error != nil:
		l.Error(event.err)
	}
}

// emitter tells listeners one event after the other. A goroutine that finds no other telling tells all that is waiting, so
// that no goroutine is needed for it.
type emitter struct {
	logger    *slog.Logger
	mutex     sync.Mutex
	listeners []*Listener
	waiting   []event
	isTelling bool
}

func (e *emitter) listen(listener Listener) (stop func()) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	own := &listener
	e.listeners = append(slices.Clone(e.listeners), own)
	return func() {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.listeners = slices.DeleteFunc(slices.Clone(e.listeners), func(each *Listener) bool { return each == own })
	}
}

func (e *emitter) emit(event event) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.waiting = append(e.waiting, event)
	if e.isTelling {
		return
	}
	e.isTelling = true
	for len(e.waiting) > 0 {
		next := e.waiting[0]
		e.waiting = e.waiting[1:]
		listeners := e.listeners
		e.mutex.Unlock()
		for _, listener := range listeners {
			e.tell(listener, next)
		}
		e.mutex.Lock()
	}
	e.isTelling = false
}

// tell survives a listener that panics: that must harm neither the SDK nor the listeners after it.
func (e *emitter) tell(listener *Listener, event event) {
	defer func() {
		if thrown := recover(); thrown != nil && event.name != "error" {
			e.fail(failure(ErrorListener, "A listener of %q panicked: %v", event.name, thrown))
		}
	}()
	listener.tell(event)
}

func (e *emitter) fail(err *Error) {
	e.logger.Warn(err.Message, slog.String("code", string(err.Code)))
	e.emit(event{name: "error", err: err})
}
