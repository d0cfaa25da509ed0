package engine

// dependents maps each name to the items that refer to it, whether it exists or not.
type dependents map[name]map[name]struct{}

func (d dependents) replace(namer name, before, after *item) {
	if before != nil {
		for _, name := range before.names {
			delete(d[name], namer)
			if len(d[name]) == 0 {
				delete(d, name)
			}
		}
	}
	for _, name := range after.names {
		if d[name] == nil {
			d[name] = map[reference]struct{}{}
		}
		d[name][namer] = struct{}{}
	}
}
