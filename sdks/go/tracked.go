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
	// As the service has them: of a request.
	maxTracked      = 1_000
	maxTrackedBytes = 256 << 10
	// maxWaiting is how much is kept while nothing can be sent; what comes then is dropped.
	maxWaiting = 10_000
	// maxExposed: past so many units some are told of again, which changes nothing.
	maxExposed = 50_000
)

// plainContext is as much of a context as is told.
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

// tracked is what units did and who was exposed, waiting to be sent. Times are those of the machine's own clock: `sentAt` tells
// the service how wrong that is.
type tracked struct {
	mutex             sync.Mutex
	events, exposures [][]byte

	exposedMutex sync.RWMutex
	exposed      map[exposedUnit]struct{}

	splitBy attributes
}

// attributes are those that experiments split by, also ended ones: events of their units count until their windows are over.
type attributes struct {
	mutex sync.Mutex
	names []string
}

// add gives back all of them. They are not to be changed.
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

// isFirst is whether a unit was not exposed before; it was, from then on.
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
	// What is no JSON, such as a value that is not a number, cannot be told.
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

// next is as much as fits into one request; nil where nothing waits.
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

// room is what is left of a request.
type room struct{ bytes, items int }

// take joins the first of a list, as many as there is room for. One that is larger than a whole request could never be sent.
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
