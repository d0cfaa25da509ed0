package bunting

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

const (
	// A list may reach Delivery shortly after the bundle that names it, so fetching is retried, with a growing delay.
	listRetry    = 200 * time.Millisecond
	maxListRetry = 30 * time.Second
	// listToldAt is the number of retries after which a failure is reported: the first ones may be too early.
	listToldAt = 5
)

// knownList is a version of a list.
type knownList struct {
	named engine.LargeList
	list  engine.HashList
}

// isNamed reports whether the list is the named version.
func (k *knownList) isNamed(named *engine.LargeList) bool {
	return k.named.Version == named.Version && int64(len(k.list)) == named.Size && k.list.SHA256() == named.SHA256
}

type heldList struct {
	loaded    *knownList
	wanted    *engine.LargeList
	whenHere  func()
	isLoading bool
	// woken ends the wait before a retry.
	woken chan struct{}
}

// lists fetches the large lists that the bundle names, in the background.
type lists struct {
	// service is nil without a URL: lists then come from the cache only.
	service *service
	kept    *keptLists
	fail    func(*Error)
	closing context.Context
	running *sync.WaitGroup

	mutex sync.Mutex
	held  map[string]*heldList
}

// find returns a list in exactly the named version; false if that is not loaded.
func (l *lists) find(named *engine.LargeList) (engine.HashList, bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	one := l.held[named.List]
	if one == nil || one.loaded == nil || one.loaded.named.Version != named.Version || one.loaded.named.SHA256 != named.SHA256 {
		return nil, false
	}
	return one.loaded.list, true
}

// want fetches a version, and calls whenHere once it is loaded. Of each list only the version wanted last is fetched.
func (l *lists) want(named *engine.LargeList, whenHere func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	one := l.held[named.List]
	if one == nil {
		one = &heldList{woken: make(chan struct{}, 1)}
		l.held[named.List] = one
	}
	// Every change of the bundle wants what is missing. Only another version is a reason to try at once.
	if one.wanted == nil || one.wanted.SHA256 != named.SHA256 {
		select {
		case one.woken <- struct{}{}:
		default:
		}
	}
	one.wanted, one.whenHere = named, whenHere
	if !one.isLoading {
		one.isLoading = true
		l.running.Go(func() { l.load(one) })
	}
}

// keepOnly drops all other lists.
func (l *lists) keepOnly(named map[string]struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for list := range l.held {
		if _, isNamed := named[list]; !isNamed {
			delete(l.held, list)
			// In the background: a failure calls listeners, which may use the flags, and those are locked now.
			l.running.Go(func() { l.kept.remove(list) })
		}
	}
}

// next returns the version to fetch and the one loaded; nil if the list is loaded or no longer wanted.
func (l *lists) next(one *heldList) (wanted *engine.LargeList, known *knownList, whenHere func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if one.wanted == nil || l.held[one.wanted.List] != one || l.closing.Err() != nil {
		one.isLoading = false
		return nil, nil, nil
	}
	select {
	case <-one.woken:
	default:
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
		if isWoken := l.pause(one, l.kept.timing.Of(time.Duration(wait))); isWoken {
			tries = 0
		} else {
			tries++
		}
	}
}

// pause waits before a retry, and reports whether another version ended it.
func (l *lists) pause(one *heldList, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.closing.Done():
	case <-one.woken:
		return true
	}
	return false
}

// bring takes the cached list if it is the named version, and fetches the changes to it otherwise.
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
