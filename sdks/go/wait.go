package bunting

import (
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxDelay is the longest wait after a failure. Together with an attempt it keeps an application current within 5 s of
	// Bunting's return.
	maxDelay   = 1_500 * time.Millisecond
	firstDelay = 100 * time.Millisecond
	// pollEvery is the polling interval if no stream can be opened, as behind some proxies.
	pollEvery = 10 * time.Second
	// maxPoll is the longest interval for a refused key; the interval doubles each time.
	maxPoll = 300 * time.Second
	// fewFailures is the number of failures in a row after which, while polling works, the stream is tried only at the
	// polling interval.
	fewFailures = 4
	// short is the duration below which a stream counts as failed.
	short = time.Second
	// maxSpread is the longest jitter of a wait: clients that were given the same wait return spread over this time.
	maxSpread = 5 * time.Second
	// maxRetryAfter is the longest wait that a service may ask for.
	maxRetryAfter = 60 * time.Second
)

// ended describes how a stream ended or failed to open.
type ended struct {
	// failures is the number of failures in a row; 0 after a stream that lasted.
	failures int
	// isQuick reports whether the stream lasted less than short.
	isQuick bool
	// isGap reports whether the stream was closed because of a patch of another revision.
	isGap bool
	// refusals is the number of times in a row that the key was refused.
	refusals int
	// isAnswered reports whether polling works.
	isAnswered bool
	// retryAfter is the wait that the response asked for.
	retryAfter time.Duration
}

// wait returns the delay before the next stream.
func (e ended) wait() time.Duration {
	// Jitter is only added: clients that were given the same second must not return in it together.
	asked := e.retryAfter + random(min(e.retryAfter, maxSpread))
	switch {
	case e.refusals > 0 || (e.isAnswered && e.failures > fewFailures):
		mean := min(float64(pollEvery)*math.Pow(2, float64(max(0, e.refusals-1))), float64(maxPoll))
		return max(asked, time.Duration(mean*(0.75+rand.Float64()/2)))
	case e.isGap && e.failures < 2:
		return 0
	case e.failures == 0:
		// A server that stops ends all its streams at once: spread the returns.
		return random(maxDelay)
	case e.isQuick:
		return max(asked, retryDelay(e.failures))
	}
	// A failure that took long counts as part of the wait.
	return max(asked, retryDelay(0))
}

// retryDelay doubles with each attempt and has jitter, so that clients do not return together.
func retryDelay(attempt int) time.Duration {
	most := min(float64(maxDelay), float64(firstDelay)*math.Pow(2, float64(attempt)))
	return time.Duration(most/2) + random(time.Duration(most/2))
}

func random(most time.Duration) time.Duration { return time.Duration(rand.Float64() * float64(most)) }

// retryAfter returns the wait that a response asks for, in seconds or as a date; 0 if none.
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
	// A date is relative to the service's own clock, if the response has it.
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}
