package bunting

import (
	"sync"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// tally counts in place: memory grows with the number of different outcomes, never with the number of evaluations, even
// while nothing can be sent.
type tally struct {
	mutex sync.Mutex
	// waiting holds the outcomes that have counts to send, oldest first.
	waiting []*engine.Outcome
}

func (t *tally) count(outcome *engine.Outcome) {
	if outcome.Count.Add(1) == 1 {
		t.mutex.Lock()
		t.waiting = append(t.waiting, outcome)
		t.mutex.Unlock()
	}
}

// left returns the number of evaluations that are waiting.
func (t *tally) left() int64 {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var sum int64
	for _, outcome := range t.waiting {
		sum += outcome.Count.Load()
	}
	return sum
}

// maxUnknown limits the number of unknown keys that are counted separately.
const maxUnknown = 1_000

// unknownFlags counts evaluations of unknown flags.
type unknownFlags struct {
	known  sync.Map // of *engine.Outcome
	mutex  sync.Mutex
	count  int
	others *engine.Outcome
}

func newUnknownFlags() *unknownFlags { return &unknownFlags{others: unknownFlag("(others)")} }

func unknownFlag(key string) *engine.Outcome {
	return &engine.Outcome{Reason: engine.FlagNotFound, Flag: &engine.Flag{Key: key}}
}

func (u *unknownFlags) of(key string) *engine.Outcome {
	if known, ok := u.known.Load(key); ok {
		return known.(*engine.Outcome)
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if known, ok := u.known.Load(key); ok {
		return known.(*engine.Outcome)
	}
	if u.count == maxUnknown {
		return u.others
	}
	u.count++
	made := unknownFlag(key)
	u.known.Store(key, made)
	return made
}
