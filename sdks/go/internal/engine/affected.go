package engine

import "maps"

// affectedBy returns the items that a change affects, as they are after it: the changed ones and all their transitive
// dependents. Of a cycle either all items are affected or none.
func (g *Graph) affectedBy(next map[name]*item) map[name]*item {
	affected := make(map[name]*item, len(next))
	open := make([]name, 0, len(next))
	reach := func(name name) {
		if _, isReached := affected[name]; isReached {
			return
		}
		item, ok := next[name]
		if !ok {
			item = g.items[name]
		}
		affected[name] = item
		open = append(open, name)
	}
	for name := range next {
		reach(name)
	}
	for len(open) > 0 {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		for namer := range g.dependents[name] {
			reach(namer)
		}
	}
	maps.DeleteFunc(affected, func(_ name, item *item) bool { return item == nil || !item.isThere })
	return affected
}
