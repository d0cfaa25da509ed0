package bunting

import (
	"net/http"
	"sync/atomic"
	"time"
)

// clock tells what time it is at the service: events that are dated too far off are refused there.
type clock struct {
	offset atomic.Int64
}

// tolerance is how far off a clock may be: a header has whole seconds, and was some time under way.
const tolerance = 10 * time.Second

func (c *clock) hear(header http.Header) {
	there, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	offset := time.Until(there)
	if offset.Abs() < tolerance {
		offset = 0
	}
	c.offset.Store(int64(offset))
}

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }
