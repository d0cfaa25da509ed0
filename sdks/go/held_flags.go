package bunting

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// heldFlags holds the current flags and their status, and notifies listeners of changes.
type heldFlags struct {
	emitter
	// snapshot serves all evaluations; nil until there are flags. It is always replaced as a whole.
	snapshot atomic.Pointer[engine.Snapshot]

	mutex  sync.Mutex
	live   *liveBundle
	lists  *lists
	status Status
	lostTo *Error
	// settled is closed when Ready no longer has to wait: flags are available, or none are expected.
	settled   chan struct{}
	isSettled bool
}

func (h *heldFlags) settle() {
	if !h.isSettled {
		h.isSettled = true
		close(h.settled)
	}
}

// begin takes a cached or bootstrap bundle, unless there are flags already.
func (h *heldFlags) begin(first *bundle) {
	h.mutex.Lock()
	if h.live != nil {
		h.mutex.Unlock()
		return
	}
	events := h.replaceLocked(first)
	h.mutex.Unlock()
	h.emitAll(events)
	h.current()
}

func (h *heldFlags) replace(next *bundle) {
	h.mutex.Lock()
	events := h.replaceLocked(next)
	h.mutex.Unlock()
	h.emitAll(events)
}

func (h *heldFlags) replaceLocked(next *bundle) []event {
	var before *head
	if h.live == nil {
		h.live = newLiveBundle(h.lists, h.listCame)
	} else {
		known := h.live.head
		before = &known
	}
	snapshot, keys := h.live.replace(next)
	return h.taken(before, snapshot, keys)
}

// patch returns false for a patch of another revision than the one held.
func (h *heldFlags) patch(patch *bundle) bool {
	h.mutex.Lock()
	if h.live == nil {
		h.mutex.Unlock()
		return false
	}
	before := h.live.head
	snapshot, keys, ok := h.live.patch(patch)
	var events []event
	if ok {
		events = h.taken(&before, snapshot, keys)
	}
	h.mutex.Unlock()
	h.emitAll(events)
	return ok
}

// listCame compiles the flags that waited for the list of a segment.
func (h *heldFlags) listCame(segment string) {
	h.mutex.Lock()
	snapshot, keys, ok := h.live.takeList(segment)
	if ok {
		h.snapshot.Store(snapshot)
	}
	h.mutex.Unlock()
	if len(keys) > 0 {
		h.emit(event{name: "changed", keys: keys})
	}
}

func (h *heldFlags) taken(before *head, snapshot *engine.Snapshot, keys []string) []event {
	h.snapshot.Store(snapshot)
	var events []event
	for _, fault := range newFaults(h.live, before, snapshot, keys) {
		events = append(events, event{name: "error", err: fault})
	}
	if before != nil && len(keys) > 0 {
		events = append(events, event{name: "changed", keys: keys})
	}
	return events
}

func (h *heldFlags) emitAll(events []event) {
	for _, event := range events {
		if event.err != nil {
			h.fail(event.err)
		} else {
			h.emit(event)
		}
	}
}

// current marks the flags as current.
func (h *heldFlags) current() {
	h.mutex.Lock()
	h.lostTo = nil
	if h.live == nil || h.status == StatusReady || h.status == StatusClosed {
		h.mutex.Unlock()
		return
	}
	h.status = StatusReady
	h.settle()
	revision := int64(h.live.head.revision)
	h.mutex.Unlock()
	h.emit(event{name: "ready", revision: revision})
}

// lost marks the flags as stale because Bunting cannot be reached. Attempts go on; the same error is reported once.
func (h *heldFlags) lost(err *Error) {
	h.mutex.Lock()
	isTold := h.lostTo != nil && h.lostTo.Message == err.Message
	h.lostTo = err
	wasReady := h.status == StatusReady
	var revision int64
	if wasReady {
		h.status = StatusStale
		revision = int64(h.live.head.revision)
	}
	if err.Code == ErrorKeyRefused {
		h.settle()
	}
	h.mutex.Unlock()
	if wasReady {
		h.emit(event{name: "stale", revision: revision})
	}
	if !isTold {
		h.fail(err)
	}
}

func (h *heldFlags) close() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.status = StatusClosed
	h.settle()
}

func (h *heldFlags) wait(ctx context.Context) bool {
	if h.snapshot.Load() == nil {
		select {
		case <-h.settled:
		case <-ctx.Done():
		}
	}
	return h.snapshot.Load() != nil
}

// text returns the whole bundle, as a server would send it.
func (h *heldFlags) text() []byte {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.live.text()
}

func (h *heldFlags) environmentID() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.live == nil {
		return ""
	}
	return h.live.head.environmentID
}
