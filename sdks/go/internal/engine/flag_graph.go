package engine

import (
	"maps"
	"slices"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// Change holds changed flags and segments as they were received: a malformed one breaks the flags that need it. An empty
// text removes one.
type Change struct {
	Flags, Segments map[string]string
}

// IsKnownFormat reports whether bundles of a format can be read; the earliest ones had none. The flags of any other format
// cannot be read, since it may mean anything.
func IsKnownFormat(format *float64) bool { return format == nil || *format == 1 || *format == 2 }

// Graph compiles a bundle's flags, and each segment once for all flags, and applies changes to it: the cost of a change
// depends on how much it affects. It is not safe for concurrent use; its snapshots are.
type Graph struct {
	flags      map[string]*Flag
	segments   map[string]*node
	items      map[name]*item
	dependents dependents
	snapshot   *Snapshot

	findList FindList
	// held names everything that needs a list that is missing. It stays as it was, or is broken if it is new: it is never
	// evaluated as if no unit were in the list.
	held map[name]struct{}
	// large holds the lists of large segments.
	large map[string]*LargeList
}

// NewGraph returns a graph without flags. If findList is nil, there are no large lists.
func NewGraph(findList FindList) *Graph {
	if findList == nil {
		findList = func(*LargeList) (HashList, bool) { return nil, false }
	}
	return &Graph{
		flags:      map[string]*Flag{},
		segments:   map[string]*node{},
		items:      map[name]*item{},
		dependents: dependents{},
		snapshot:   &Snapshot{},
		findList:   findList,
		held:       map[name]struct{}{},
		large:      map[string]*LargeList{},
	}
}

// Lists returns the large lists that segments name, by segment key. The map must not be modified.
func (g *Graph) Lists() map[string]*LargeList { return g.large }

// IsWaiting reports whether the list of a segment is missing. Once it is there, the same segment is changed again.
func (g *Graph) IsWaiting(segmentKey string) bool {
	_, isHeld := g.held[name{true, segmentKey}]
	return isHeld && g.large[segmentKey] != nil
}

// IsHeld reports whether a flag needs a list that is missing.
func (g *Graph) IsHeld(flagKey string) bool {
	_, isHeld := g.held[name{false, flagKey}]
	return isHeld
}

// Change compiles what changed, and all that depends on it. It returns the new snapshot, and the sorted keys of the flags
// that were compiled again or removed.
func (g *Graph) Change(change Change, isKnownFormat bool) (*Snapshot, []string) {
	var reader jsontext.Reader
	next := make(map[name]*item, len(change.Flags)+len(change.Segments))
	for key, text := range change.Segments {
		next[name{true, key}] = itemOf(&reader, name{true, key}, text, isKnownFormat)
	}
	for key, text := range change.Flags {
		next[name{false, key}] = itemOf(&reader, name{false, key}, text, isKnownFormat)
	}
	made := g.prepareChange(next, &reader)
	if len(g.items) == 0 {
		// Maps that grow step by step take several times as long.
		g.items, g.flags = make(map[name]*item, len(next)), make(map[string]*Flag, len(change.Flags))
	}
	for name, item := range next {
		g.dependents.replace(name, g.items[name], item)
		if item.isThere {
			g.items[name] = item
		} else {
			delete(g.items, name)
		}
		if name.isSegment {
			put(g.large, name.key, item.large)
		}
		item.forget()
	}
	for name, isHeld := range made.held {
		if isHeld {
			g.held[name] = struct{}{}
		} else {
			delete(g.held, name)
		}
	}
	for key, segment := range made.segments {
		put(g.segments, key, segment)
	}
	others := make(map[string]*Flag, len(made.flags))
	for key, flag := range made.flags {
		if flag != g.flags[key] {
			others[key] = flag
		}
		put(g.flags, key, flag)
	}
	g.snapshot = g.snapshot.with(others, len(g.flags))
	return g.snapshot, slices.Sorted(maps.Keys(others))
}

func put[Value any](into map[string]*Value, key string, value *Value) {
	if value == nil {
		delete(into, key)
	} else {
		into[key] = value
	}
}
