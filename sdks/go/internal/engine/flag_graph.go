package engine

import (
	"encoding/json"
	"maps"
	"slices"
)

// Change is what is said anew of flags and segments, as it came: what cannot be read breaks the flags that need it. Nil is for
// what is gone.
type Change struct {
	Flags, Segments map[string]json.RawMessage
}

// IsKnownFormat is whether a bundle that says so can be read; the first ones said nothing. One of another format may mean
// anything: none of its flags can be read.
func IsKnownFormat(format *float64) bool { return format == nil || *format == 1 || *format == 2 }

// Graph compiles a bundle's flags, and each segment once, and keeps up with changes: what one costs depends on what it
// touches. It is for one goroutine at a time; what it makes is for all.
type Graph struct {
	flags      map[string]*Flag
	segments   map[string]*node
	items      map[name]*item
	dependents dependents
	snapshot   *Snapshot

	findList FindList
	// held is all that needs a list that is not there. It is as it was before, or broken where there was none before: never as if
	// no unit were in the list.
	held map[name]struct{}
	// large is the segments that are large lists.
	large map[string]*LargeList
}

// NewGraph has no flags yet. Where `findList` is nil there are no large lists.
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

// Lists has the large lists that segments name, by the segments' keys. It is not to be changed.
func (g *Graph) Lists() map[string]*LargeList { return g.large }

// IsWaiting tells whether a segment's list is not there. Once it is, the same segment is said again.
func (g *Graph) IsWaiting(segmentKey string) bool {
	_, isHeld := g.held[name{true, segmentKey}]
	return isHeld && g.large[segmentKey] != nil
}

// IsHeld tells whether a flag needs a list that is not there.
func (g *Graph) IsHeld(flagKey string) bool {
	_, isHeld := g.held[name{false, flagKey}]
	return isHeld
}

// Change compiles what is said anew, and whatever needs it. It gives back the flags as they are then, and the keys of those
// that were compiled anew or are gone, in order.
func (g *Graph) Change(change Change, isKnownFormat bool) (*Snapshot, []string) {
	next := make(map[name]*item, len(change.Flags)+len(change.Segments))
	for key, raw := range change.Segments {
		next[name{true, key}] = itemOf(name{true, key}, raw, isKnownFormat)
	}
	for key, raw := range change.Flags {
		next[name{false, key}] = itemOf(name{false, key}, raw, isKnownFormat)
	}
	made := g.prepareChange(next)
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
	others := map[string]*Flag{}
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
