package bunting

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
)

const (
	// listBytesPerSecond limits writing: a list is written whole, and one of ten million ids is 80 MB.
	listBytesPerSecond = 10_000_000
	// maxKeptHashes limits a cached list, which may have more hashes than the version that is named now.
	maxKeptHashes = 10_000_000
)

// keptLists reads and writes cached lists. A failure is reported and has no other effect.
type keptLists struct {
	// cache is nil if lists are not cached.
	cache   ListCache
	fail    func(*Error)
	timing  timing.Scale
	closing context.Context
	writers *sync.WaitGroup

	mutex     sync.Mutex
	waiting   map[string]*knownList
	isWriting bool
}

// read returns the cached version, whichever it is: the caller checks by its hash whether it is the named one.
func (k *keptLists) read(named *engine.LargeList) *knownList {
	if k.cache == nil {
		return nil
	}
	bytes, err := k.cache.ReadList(context.Background(), named.List)
	if bytes == nil && err == nil {
		return nil
	}
	var content *engine.ListContent
	if err == nil {
		content, err = engine.ReadList(bytes, int(max(named.Size, maxKeptHashes)))
		err = errors.Join(err, bytes.Close())
	}
	if err != nil {
		k.failed(err)
		return nil
	}
	if content.From != 0 {
		return nil
	}
	kept := &knownList{*named, content.Added}
	kept.named.Version, kept.named.Size = content.Version, int64(len(content.Added))
	return kept
}

// keep writes lists one at a time; of the versions that arrive during a write, only the last is written.
func (k *keptLists) keep(known *knownList) {
	if k.cache == nil {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.waiting[known.named.List] = known
	if !k.isWriting {
		k.isWriting = true
		k.writers.Go(k.writeAll)
	}
}

func (k *keptLists) writeAll() {
	for {
		known := k.next()
		if known == nil {
			return
		}
		err := k.cache.WriteList(context.Background(), known.named.List, func(to io.Writer) error {
			return engine.WriteList(to, known.named.Version, known.list)
		})
		if err != nil {
			k.failed(err)
		}
		pause(k.closing, k.timing.Of(8*time.Duration(len(known.list))*time.Second/listBytesPerSecond))
	}
}

func (k *keptLists) next() *knownList {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for list, known := range k.waiting {
		delete(k.waiting, list)
		return known
	}
	k.isWriting = false
	return nil
}

func (k *keptLists) remove(list string) {
	if k.cache == nil {
		return
	}
	k.mutex.Lock()
	delete(k.waiting, list)
	k.mutex.Unlock()
	if err := k.cache.RemoveList(context.Background(), list); err != nil {
		k.failed(err)
	}
}

func (k *keptLists) failed(err error) { k.fail(asError(ErrorCache, "A list cannot be kept", err)) }
