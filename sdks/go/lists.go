package bunting

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

const (
	// A list may come to Delivery a little after the bundle: it is tried again, later each time.
	listRetry    = 200 * time.Millisecond
	maxListRetry = 30 * time.Second
	// listToldAt: it is told when it takes this many tries.
	listToldAt = 5
)

// knownList is a version of a list.
type knownList struct {
	named engine.LargeList
	list  engine.HashList
}

// isNamed is whether it is the version that is named.
func (k *knownList) isNamed(named *engine.LargeList) bool {
	return k.named.Version == named.Version && int64(len(k.list)) == named.Size && k.list.SHA256() == named.SHA256
}

type heldList struct {
	loaded    *knownList
	wanted    *engine.LargeList
	whenHere  func()
	isLoading bool
}

// lists are the large lists that the bundle names, fetched beside everything else.
type lists struct {
	// service is nil where nothing is asked: lists are those of the cache.
	service *service
	kept    *keptLists
	fail    func(*Error)
	closing context.Context
	running *sync.WaitGroup

	mutex sync.Mutex
	held  map[string]*heldList
}

// find finds just that version.
func (l *lists) find(named *engine.LargeList) (engine.HashList, bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	one := l.held[named.List]
	if one == nil || one.loaded == nil || one.loaded.named.Version != named.Version || one.loaded.named.SHA256 != named.SHA256 {
		return nil, false
	}
	return one.loaded.list, true
}

// want has the version fetched, and tells when it is here. Of a list only what was wanted last is fetched.
func (l *lists) want(named *engine.LargeList, whenHere func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	one := l.held[named.List]
	if one == nil {
		one = &heldList{}
		l.held[named.List] = one
	}
	one.wanted, one.whenHere = named, whenHere
	if !one.isLoading {
		one.isLoading = true
		l.running.Go(func() { l.load(one) })
	}
}

// keepOnly lets all other lists go.
func (l *lists) keepOnly(named map[string]struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for list := range l.held {
		if _, isNamed := named[list]; !isNamed {
			delete(l.held, list)
			// Aside: what fails is told, and a listener may ask anything of the flags, which are locked now.
			l.running.Go(func() { l.kept.remove(list) })
		}
	}
}

// next is what is to be fetched, and what is known; nil where it is here, or no longer wanted.
func (l *lists) next(one *heldList) (wanted *engine.LargeList, known *knownList, whenHere func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if one.wanted == nil || l.held[one.wanted.List] != one || l.closing.Err() != nil {
		one.isLoading = false
		return nil, nil, nil
	}
	return one.wanted, one.loaded, one.whenHere
}

func (l *lists) load(one *heldList) {
	for tries := 0; ; {
		named, known, whenHere := l.next(one)
		if named == nil {
			return
		}
		found, err := l.bring(named, known)
		if err == nil {
			l.mutex.Lock()
			one.loaded = found
			// After a restored backup another version may have the same number.
			if one.wanted != nil && one.wanted.SHA256 == named.SHA256 {
				one.wanted = nil
			}
			l.mutex.Unlock()
			whenHere()
			tries = 0
			continue
		}
		if tries == listToldAt {
			l.fail(asError(ErrorUnreachable, "A list cannot be fetched", err))
		}
		wait := min(float64(maxListRetry), float64(listRetry)*math.Pow(1.5, float64(tries)))
		tries++
		pause(l.closing, l.kept.timing.Of(time.Duration(wait)))
	}
}

// bring takes what was kept where that is the version that is named, or fetches the change to it.
func (l *lists) bring(named *engine.LargeList, known *knownList) (*knownList, error) {
	if known == nil {
		if known = l.kept.read(named); known != nil && known.isNamed(named) {
			return &knownList{*named, known.list}, nil
		}
	}
	if l.service == nil {
		return nil, failure(ErrorUnreachable, "There is no service to fetch lists from.")
	}
	fetched, err := l.service.fetchList(l.closing, named, known)
	if err != nil {
		return nil, err
	}
	l.kept.keep(fetched)
	return fetched, nil
}
