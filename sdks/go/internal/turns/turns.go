// Package turns measures several ways of doing the same. A benchmark of its own for each would compare how busy the machine was
// when they ran; in turns they meet the same.
package turns

import (
	"slices"
	"time"
)

// Way does the same so many times, and says how often the answer was yes: an answer of no use need not be worked out.
type Way struct {
	Name string
	Run  func(times int) int
}

// Turns are the ways, and what each took, round by round.
type Turns struct {
	ways  []Way
	fills []int
	// ns has one evaluation's nanoseconds.
	ns    [][]float64
	round int
}

// roundTime is so short that the system rarely takes the processor away meanwhile.
const roundTime = 200 * time.Microsecond

// Of finds how many evaluations fill a round, which warms each way up as well.
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

// Next measures each way once, now from the front and now from the back.
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

// Report tells the median of each way's nanoseconds and, after the first, how many per cent of its speed the first way has,
// round by round.
func (t *Turns) Report(tell func(value float64, unit string)) {
	// In place of the time that a whole round takes.
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
