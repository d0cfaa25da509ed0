package engine

// affectedBy returns the items that a change affects, as they are after it: the changed ones and all their transitive
// dependents. Of a cycle either all items are affected or none.
func (g *Graph) affectedBy(next map[name]*item) map[name]*item {
	affected := make(map[name]*item, len(next))
	seen := make(map[name]struct{}, len(next))
	open := make([]name, 0, len(next))
	reach := func(name name) {
		if _, ok := seen[name]; !ok {
			seen[name] = struct{}{}
			open = append(open, name)
		}
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
		item, ok := next[name]
		if !ok {
			item = g.items[name]
		}
		if item != nil && item.isThere {
			affected[name] = item
		}
	}
	return affected
}
