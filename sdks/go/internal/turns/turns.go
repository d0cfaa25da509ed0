// Package turns measures several ways of doing the same thing. Separate benchmarks would also compare how busy the machine
// was during each; measured in turns, all ways run under the same conditions.
package turns

import (
	"slices"
	"time"
)

// Way does the same thing a number of times, and returns how often the answer was yes, so that no call is optimized away.
type Way struct {
	Name string
	Run  func(times int) int
}

// Turns holds the ways, and how long each took, round by round.
type Turns struct {
	ways  []Way
	fills []int
	// ns holds the nanoseconds per evaluation.
	ns    [][]float64
	round int
}

// roundTime is so short that a round is rarely preempted.
const roundTime = 200 * time.Microsecond

// Of determines how many evaluations fill a round, which also warms each way up.
func Of(ways ...Way) *Turns {
	turns := &Turns{ways: ways, fills: make([]int, len(ways)), ns: make([][]float64, len(ways))}
	for at, way := range ways {
		times := 64
		for took := time.Duration(0); took < roundTime; times *= 2 {
			took = timeOf(way, times)
		}
		turns.fills[at] = max(1, times/4)
	}
	return turns
}

func timeOf(way Way, times int) time.Duration {
	began := time.Now()
	if way.Run(times) < 0 {
		panic("less than never")
	}
	return time.Since(began)
}

// Next measures each way once, in alternating order.
func (t *Turns) Next() {
	t.round++
	for step := range t.ways {
		at := step
		if t.round%2 == 0 {
			at = len(t.ways) - 1 - step
		}
		took := timeOf(t.ways[at], t.fills[at])
		t.ns[at] = append(t.ns[at], float64(took.Nanoseconds())/float64(t.fills[at]))
	}
}

// Report reports the median nanoseconds of each way and, for all but the first, the median ratio of the first way's speed
// to its own, in per cent, round by round.
func (t *Turns) Report(tell func(value float64, unit string)) {
	// Replaces the default metric, which would be the time of a whole round.
	tell(0, "ns/op")
	for at, way := range t.ways {
		tell(median(t.ns[at]), way.Name+"-ns")
		if at == 0 {
			continue
		}
		shares := make([]float64, len(t.ns[at]))
		for round, ns := range t.ns[at] {
			shares[round] = 100 * ns / t.ns[0][round]
		}
		tell(median(shares), "%-of-"+way.Name)
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}
