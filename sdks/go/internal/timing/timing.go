// Package timing shortens every wait of the SDK, for tests that see many of them end.
package timing

import "time"

// Scale is what every wait is multiplied by; 0 is 1.
type Scale float64

// Of is a wait at this scale.
func (s Scale) Of(wait time.Duration) time.Duration {
	if s == 0 {
		return wait
	}
	return time.Duration(float64(wait) * float64(s))
}
