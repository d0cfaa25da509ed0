package bunting

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// heldFlags are the flags as they are now, how things stand, and who is told when that changes.
type heldFlags struct {
	emitter
	// snapshot is what every question is answered from; nil while there are no flags. It is replaced whole.
	snapshot atomic.Pointer[engine.Snapshot]

	mutex  sync.Mutex
	live   *liveBundle
	lists  *lists
	status Status
	lostTo *Error
	// settled is closed when waiting is over: flags are there, or none will come.
	settled   chan struct{}
	isSettled bool
}

func (h *heldFlags) settle() {
	if !h.isSettled {
		h.isSettled = true
		close(h.settled)
	}
}

// begin takes what was kept from before, unless something newer is here already.
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

// patch is false where it is not a patch of what is here.
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

// listCame: what waited for a list is what the bundle says.
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

// current: what is here is what Bunting has.
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

// lost: Bunting cannot be asked now. That is tried again and again, and told once.
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

// text is the whole bundle, as a server would send it.
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
