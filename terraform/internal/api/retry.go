package api

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

const (
	maxTries = 6
	maxPause = 60 * time.Second
)

// retryAfter reports whether a response asks for another attempt, and returns the delay: that of Retry-After, or half a
// second that doubles each time.
func retryAfter(status int, header http.Header, try int) (time.Duration, bool) {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable || try+1 >= maxTries {
		return 0, false
	}
	pause := 500 * time.Millisecond << try
	if seconds, err := strconv.ParseFloat(header.Get("Retry-After"), 64); err == nil && seconds >= 0 {
		pause = time.Duration(seconds * float64(time.Second))
	}
	return min(pause, maxPause), true
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
