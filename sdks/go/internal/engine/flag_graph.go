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
}

// NewGraph has no flags yet.
func NewGraph() *Graph {
	return &Graph{
		flags:      map[string]*Flag{},
		segments:   map[string]*node{},
		items:      map[name]*item{},
		dependents: dependents{},
		snapshot:   &Snapshot{},
	}
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
		item.forget()
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
