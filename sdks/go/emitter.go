package bunting

import (
	"log/slog"
	"slices"
	"sync"
)

// Listener receives the events of [Flags]. Each of its functions may be nil. They are called one at a time, in order, on
// the SDK's own goroutines: a slow function delays later events, and none may call [Flags.Close].
type Listener struct {
	// Ready is called when the first flags are available, and when they are current again after Stale.
	Ready func(revision int64)
	// Changed is called with the flags that were added, changed or removed, or that need a segment or flag that was.
	Changed func(keys []string)
	// Stale is called when Bunting cannot be reached; the last known flags remain in use.
	Stale func(revision int64)
	// Error is called when something fails that the SDK can go on without.
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

// emitter delivers events to listeners one at a time. A goroutine that emits while no other one delivers also delivers all
// events that are queued meanwhile, so that no dedicated goroutine is needed.
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

// tell recovers from a panic in a listener: it must harm neither the SDK nor the listeners after it.
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
