package engine

import (
	"encoding/json"
	"hash/maphash"
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

const shardCount = 256

// Snapshot is a bundle's flags as they are at one time. It never changes: the next one shares what stayed as it was.
type Snapshot struct {
	shards [shardCount]map[string]*Flag
	count  int
}

var shardSeed = maphash.MakeSeed()

func shardOf(key string) uint64 { return maphash.String(shardSeed, key) % shardCount }

// Find is nil where there is no such flag.
func (s *Snapshot) Find(key string) *Flag { return s.shards[shardOf(key)][key] }

// Len is how many flags there are.
func (s *Snapshot) Len() int { return s.count }

// Each calls `visit` with every flag, in no particular order.
func (s *Snapshot) Each(visit func(*Flag)) {
	for _, shard := range s.shards {
		for _, flag := range shard {
			visit(flag)
		}
	}
}

// with copies only the shards that something changes in.
func (s *Snapshot) with(changed map[string]*Flag, count int) *Snapshot {
	next := *s
	next.count = count
	var copied [shardCount]bool
	for key, flag := range changed {
		at := shardOf(key)
		if !copied[at] {
			copied[at] = true
			next.shards[at] = maps.Clone(next.shards[at])
			if next.shards[at] == nil {
				next.shards[at] = map[string]*Flag{}
			}
		}
		put(next.shards[at], key, flag)
	}
	return &next
}
