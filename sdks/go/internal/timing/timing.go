// Package timing scales every wait of the SDK, for tests that wait for many of them.
package timing

import "time"

// Scale is the factor by which every wait is multiplied; 0 counts as 1.
type Scale float64

// Of returns a wait at this scale.
func (s Scale) Of(wait time.Duration) time.Duration {
	if s == 0 {
		return wait
	}
	return time.Duration(float64(wait) * float64(s))
}
