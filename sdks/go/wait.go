package bunting

import (
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	// Together with the time that an attempt may take, maxDelay keeps an application current within 5 s of Bunting's return.
	maxDelay   = 1_500 * time.Millisecond
	firstDelay = 100 * time.Millisecond
	// pollEvery is how often to ask where there is no stream to be had, as behind some proxies.
	pollEvery = 10 * time.Second
	// A key that is refused is asked with half as often each time, and this often in the end.
	maxPoll = 300 * time.Second
	// fewFailures: a stream that failed more often in a row while asking works is not tried at every turn.
	fewFailures = 4
	// short: a stream that ends sooner counts as failed.
	short = time.Second
	// maxSpread: those who were told the same wait come back over this long at most.
	maxSpread = 5 * time.Second
	// maxRetryAfter is as long as a service may ask to be left alone.
	maxRetryAfter = 60 * time.Second
)

// ended is how a stream ended, or why it could not be had.
type ended struct {
	// failures in a row; 0 where the stream was open for a while.
	failures int
	// isQuick is whether it lasted less than a second.
	isQuick bool
	// isGap: it was left because of a patch of another revision.
	isGap bool
	// refusals in a row of the key.
	refusals int
	// isAnswered: asking works.
	isAnswered bool
	// retryAfter is what the answer asked for.
	retryAfter time.Duration
}

// wait is how long to wait before the next stream.
func (e ended) wait() time.Duration {
	// Never sooner: a fleet that was told the same second must not come back in the same second.
	asked := e.retryAfter + random(min(e.retryAfter, maxSpread))
	switch {
	case e.refusals > 0 || (e.isAnswered && e.failures > fewFailures):
		mean := min(float64(pollEvery)*math.Pow(2, float64(max(0, e.refusals-1))), float64(maxPoll))
		return max(asked, time.Duration(mean*(0.75+rand.Float64()/2)))
	case e.isGap && e.failures < 2:
		return 0
	case e.failures == 0:
		// A server that stops ends all its streams at once.
		return random(maxDelay)
	case e.isQuick:
		return max(asked, retryDelay(e.failures))
	}
	// An attempt that took long to fail has waited enough.
	return max(asked, retryDelay(0))
}

// retryDelay is doubled each time, and spread, so that clients do not return together.
func retryDelay(attempt int) time.Duration {
	most := min(float64(maxDelay), float64(firstDelay)*math.Pow(2, float64(attempt)))
	return time.Duration(most/2) + random(time.Duration(most/2))
}

func random(most time.Duration) time.Duration { return time.Duration(rand.Float64() * float64(most)) }

// retryAfter is what an answer asks for, in seconds or as a date; 0 where it asks for nothing.
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		if !(seconds > 0) {
			return 0
		}
		return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	// By the service's own clock, where it says what that is.
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}
