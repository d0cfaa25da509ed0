package engine

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
)

const pageSize = 64

// Snapshot is a bundle's flags as they are at one time. It never changes: the next one shares what stayed as it was, so that
// a change costs what it touches, however many flags there are.
type Snapshot struct {
	pages [pageSize]*page
	count int
	all   atomic.Pointer[[]*Flag]

	experiments atomic.Pointer[Experiments]
}

// page has flags by their hashes; few fall together.
type page [pageSize][]entry

type entry struct {
	hash uint64
	flag *Flag
}

var hashSeed = maphash.MakeSeed()

// Find is nil where there is no such flag.
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

// Len is how many flags there are.
func (s *Snapshot) Len() int { return s.count }

// All has every flag, in the order of their keys. It is not to be changed.
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

// each goes through every flag, in no order.
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

// with copies only the pages that something changes in. A nil flag is gone.
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
