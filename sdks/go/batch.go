package bunting

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// The service's limits: events and bytes per request, and evaluations per event.
const (
	maxEvents = 1_000
	maxBytes  = 1_000_000
	maxCount  = 1_000_000
)

type countedEvent struct {
	FlagKey       string        `json:"flagKey"`
	FlagID        string        `json:"flagId,omitempty"`
	EnvironmentID string        `json:"environmentId"`
	Value         any           `json:"value"`
	Variant       string        `json:"variant,omitempty"`
	Reason        engine.Reason `json:"reason"`
	RuleID        string        `json:"ruleId,omitempty"`
	SDKType       string        `json:"sdkType"`
	SDKVersion    string        `json:"sdkVersion"`
	EvaluatedAt   string        `json:"evaluatedAt"`
	Count         int64         `json:"count"`
}

// take returns a batch of as many counts as fit into one request; nil if there are none.
func (t *tally) take(environmentID string, now time.Time) *batch {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	made := &batch{madeAt: time.Now()}
	body := bytes.NewBufferString(`{"events":[`)
	var later []*engine.Outcome
	for events := 0; len(t.waiting) > 0 && events < maxEvents; {
		outcome := t.waiting[0]
		count := min(outcome.Count.Load(), maxCount)
		text := eventText(outcome, count, environmentID, now)
		isTooLong := body.Len()+len(text) > maxBytes-8
		if isTooLong && events > 0 {
			break
		}
		// An event that alone exceeds a request is dropped: it could never be sent.
		if isTooLong {
			count = outcome.Count.Load()
		}
		left := outcome.Count.Add(-count)
		if left == 0 || count < maxCount {
			t.waiting = t.waiting[1:]
		}
		// Counts added in the meantime go into the next batch: a busy flag takes up one event in each.
		if left > 0 && count < maxCount {
			later = append(later, outcome)
		}
		if isTooLong {
			continue
		}
		if events > 0 {
			body.WriteByte(',')
		}
		body.Write(text)
		events++
		made.items += count
	}
	t.waiting = append(t.waiting, later...)
	if made.items == 0 {
		return nil
	}
	body.WriteString("]}")
	made.body = body.Bytes
	made.idempotencyKey = newUUID()
	return made
}

func eventText(outcome *engine.Outcome, count int64, environmentID string, now time.Time) []byte {
	event := countedEvent{
		FlagKey:       outcome.Flag.Key,
		FlagID:        outcome.Flag.Meta.ID,
		EnvironmentID: environmentID,
		Value:         countedValue(outcome, outcome.Raw),
		Reason:        outcome.Reason,
		RuleID:        outcome.RuleID,
		SDKType:       "server",
		SDKVersion:    sdkVersion,
		EvaluatedAt:   now.UTC().Format("2006-01-02T15:04:05.000Z"),
		Count:         count,
	}
	switch outcome.Value.(type) {
	case map[string]any, []any:
		event.Variant = outcome.Variant
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(event)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

func newUUID() string {
	var id [16]byte
	_, _ = rand.Read(id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
