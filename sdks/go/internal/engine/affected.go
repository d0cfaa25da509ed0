package engine

// affectedBy is what a change touches, as it is after it: what is said anew, and all that need it, over however many others.
// Of a circle that is all or nothing.
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
