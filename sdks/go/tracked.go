package bunting

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

const (
	// The service's limits for a request.
	maxTracked      = 1_000
	maxTrackedBytes = 256 << 10
	// maxWaiting limits the queue while nothing can be sent; further items are dropped.
	maxWaiting = 10_000
	// maxExposed limits the units remembered; beyond it some exposures are reported again, which changes nothing.
	maxExposed = 50_000
)

// plainContext is the part of a context that is sent.
type plainContext struct {
	UserID      string         `json:"userId,omitempty"`
	AnonymousID string         `json:"anonymousId,omitempty"`
	Attributes  map[string]any `json:"attributes,omitempty"`
}

type trackedEvent struct {
	Name    string       `json:"name"`
	Context plainContext `json:"context"`
	Value   *float64     `json:"value,omitempty"`
	At      int64        `json:"at"`
	ID      string       `json:"id"`
}

type trackedExposure struct {
	FlagKey string       `json:"flagKey"`
	RuleID  string       `json:"ruleId"`
	Variant string       `json:"variant"`
	Context plainContext `json:"context"`
	At      int64        `json:"at"`
}

type exposedUnit struct{ flagKey, ruleID, unit string }

// tracked queues events and exposures. Their times are those of the local clock: sentAt shows the service how far it is
// off.
type tracked struct {
	mutex             sync.Mutex
	events, exposures [][]byte

	exposedMutex sync.RWMutex
	exposed      map[exposedUnit]struct{}

	splitBy attributes
}

// attributes names those that experiments split by, including ended ones: events of their units count until their windows
// end.
type attributes struct {
	mutex sync.Mutex
	names []string
}

// add returns all names. The result must not be modified.
func (a *attributes) add(names ...string) []string {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for _, name := range names {
		if !slices.Contains(a.names, name) {
			a.names = append(a.names, name)
		}
	}
	return a.names
}

func (t *tracked) track(name string, who plainContext, value *float64) {
	t.add(&t.events, trackedEvent{name, who, value, time.Now().UnixMilli(), newUUID()})
}

// isFirst reports whether a unit is exposed for the first time, and remembers it.
func (t *tracked) isFirst(unit exposedUnit) bool {
	t.exposedMutex.RLock()
	_, isKnown := t.exposed[unit]
	t.exposedMutex.RUnlock()
	if isKnown {
		return false
	}
	t.exposedMutex.Lock()
	defer t.exposedMutex.Unlock()
	if _, isKnown = t.exposed[unit]; isKnown {
		return false
	}
	if t.exposed == nil || len(t.exposed) >= maxExposed {
		t.exposed = map[exposedUnit]struct{}{}
	}
	t.exposed[unit] = struct{}{}
	return true
}

func (t *tracked) expose(flag *engine.Flag, outcome *engine.Outcome, who plainContext) {
	t.add(&t.exposures, trackedExposure{flag.Key, outcome.RuleID, outcome.Variant, who, time.Now().UnixMilli()})
}

func (t *tracked) add(list *[][]byte, item any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	// A value that JSON cannot represent, such as NaN, is dropped.
	if encoder.Encode(item) != nil {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if len(t.events)+len(t.exposures) < maxWaiting {
		*list = append(*list, bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	}
}

func (t *tracked) waiting() int64 {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return int64(len(t.events) + len(t.exposures))
}

// next returns a batch of as many items as fit into one request; nil if there are none.
func (t *tracked) next() *batch {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	left := room{bytes: maxTrackedBytes - 200, items: maxTracked}
	exposures := left.take(&t.exposures)
	events := left.take(&t.events)
	count := maxTracked - left.items
	if count == 0 {
		return nil
	}
	var lists bytes.Buffer
	lists.WriteString(`,"exposures":[`)
	lists.Write(exposures)
	lists.WriteString(`],"events":[`)
	lists.Write(events)
	lists.WriteString(`]}`)
	return &batch{idempotencyKey: newUUID(), madeAt: time.Now(), items: int64(count), body: func() []byte {
		body := append([]byte(`{"sdk":{"type":"server","version":"`+sdkVersion+`"},"sentAt":`), strconv.FormatInt(time.Now().UnixMilli(), 10)...)
		return append(body, lists.Bytes()...)
	}}
}

// room is the space that is left in a request.
type room struct{ bytes, items int }

// take joins items from the front of a list, as many as fit. An item that alone exceeds a request is dropped: it could
// never be sent.
func (r *room) take(list *[][]byte) []byte {
	var joined []byte
	isWhole := r.items == maxTracked
	for len(*list) > 0 && r.items > 0 {
		text := (*list)[0]
		isTooLong := len(text)+1 > r.bytes
		if isTooLong && !isWhole {
			break
		}
		(*list)[0] = nil
		*list = (*list)[1:]
		if isTooLong {
			continue
		}
		isWhole = false
		if joined != nil {
			joined = append(joined, ',')
		}
		joined = append(joined, text...)
		r.bytes -= len(text) + 1
		r.items--
	}
	return joined
}
