package bunting

import (
	"net/http"
	"sync/atomic"
	"time"
)

// clock estimates the service's time: the service refuses events whose timestamps are too far off.
type clock struct {
	offset atomic.Int64
}

// tolerance is the offset that is ignored: a Date header has whole seconds and is delayed by the network.
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
