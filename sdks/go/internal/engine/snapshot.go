package engine

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
)

const pageSize = 64

// Snapshot holds a bundle's flags at one point in time. It is immutable: the next one shares what is unchanged, so that the
// cost of a change does not depend on the number of flags.
type Snapshot struct {
	pages [pageSize]*page
	count int
	all   atomic.Pointer[[]*Flag]

	experiments atomic.Pointer[Experiments]
}

// page holds flags by their hashes; collisions are few.
type page [pageSize][]entry

type entry struct {
	hash uint64
	flag *Flag
}

var hashSeed = maphash.MakeSeed()

// Find returns nil if there is no such flag.
func (s *Snapshot) Find(key string) *Flag {
	hash := maphash.String(hashSeed, key)
	page := s.pages[hash%pageSize]
	if page == nil {
		return nil
	}
	for _, entry := range page[hash/pageSize%pageSize] {
		if entry.hash == hash && entry.flag.Key == key {
			return entry.flag
		}
	}
	return nil
}

// Len returns the number of flags.
func (s *Snapshot) Len() int { return s.count }

// All returns all flags, sorted by key. The slice must not be modified.
func (s *Snapshot) All() []*Flag {
	if all := s.all.Load(); all != nil {
		return *all
	}
	all := make([]*Flag, 0, s.count)
	for flag := range s.each() {
		all = append(all, flag)
	}
	slices.SortFunc(all, func(one, other *Flag) int { return strings.Compare(one.Key, other.Key) })
	s.all.Store(&all)
	return all
}

// each yields all flags, in no particular order.
func (s *Snapshot) each() iter.Seq[*Flag] {
	return func(yield func(*Flag) bool) {
		for _, page := range s.pages {
			if page == nil {
				continue
			}
			for _, entries := range page {
				for _, entry := range entries {
					if !yield(entry.flag) {
						return
					}
				}
			}
		}
	}
}

// with copies only the pages that change. A nil flag is removed.
func (s *Snapshot) with(changed map[string]*Flag, count int) *Snapshot {
	next := &Snapshot{pages: s.pages, count: count}
	var isCopied [pageSize]bool
	for key, flag := range changed {
		hash := maphash.String(hashSeed, key)
		at := hash % pageSize
		if !isCopied[at] {
			isCopied[at] = true
			copied := page{}
			if next.pages[at] != nil {
				copied = *next.pages[at]
			}
			next.pages[at] = &copied
		}
		entries := &next.pages[at][hash/pageSize%pageSize]
		kept := make([]entry, 0, len(*entries)+1)
		for _, each := range *entries {
			if each.flag.Key != key {
				kept = append(kept, each)
			}
		}
		if flag != nil {
			kept = append(kept, entry{hash, flag})
		}
		*entries = kept
	}
	return next
}
