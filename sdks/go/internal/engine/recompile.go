package engine

// made takes the place of what there is; nil for what is gone, and for a segment that cannot be read.
type made struct {
	flags    map[string]*Flag
	segments map[string]*node
}

// prepareChange compiles what a change touches, each after all that it needs. It changes nothing itself.
func (g *Graph) prepareChange(next map[name]*item) made {
	made := made{map[string]*Flag{}, map[string]*node{}}
	for name := range next {
		if name.isSegment {
			made.segments[name.key] = nil
		} else {
			made.flags[name.key] = nil
		}
	}
	findFlag := func(key string) *Flag {
		if flag, ok := made.flags[key]; ok {
			return flag
		}
		return g.flags[key]
	}
	find := finder{
		segment: func(key string) *node {
			if segment, ok := made.segments[key]; ok {
				return segment
			}
			return g.segments[key]
		},
		flag: func(key string) *node {
			if flag := findFlag(key); flag != nil {
				return &flag.node
			}
			return nil
		},
	}

	inOrder(g.affectedBy(next), func(item *item, isInCircle bool) {
		needs := make([]*node, len(item.names))
		isReadable := item.isReadable && !isInCircle
		for at, name := range item.names {
			if name.isSegment {
				needs[at] = find.segment(name.key)
				// A flag that is not there does not hold; a segment that is not there is a fault.
				isReadable = isReadable && needs[at] != nil
			} else {
				needs[at] = find.flag(name.key)
			}
			isReadable = isReadable && (needs[at] == nil || !needs[at].broken)
		}
		if _, isNew := next[item.name]; !isNew && g.isKept(item.name, needs, isReadable) {
			return
		}
		if isReadable && item.flag == nil && item.segment == nil {
			item.read()
		}
		defer item.forget()
		key := item.name.key
		if item.name.isSegment {
			made.segments[key] = nil
			if isReadable {
				made.segments[key] = compileSegment(item.segment, needs, find.segment)
			}
			return
		}
		var flag *Flag
		if isReadable {
			flag = compileFlag(key, item.meta, item.flag, needs, find)
		}
		if flag == nil {
			flag = brokenFlag(key, item.meta)
		}
		flag.raw = item.raw
		made.flags[key] = flag
	})
	return made
}

// isKept is whether something stands as it is: a broken one whatever it needs, another where all that it needs is what it was.
func (g *Graph) isKept(name name, needs []*node, isReadable bool) bool {
	var known *node
	if name.isSegment {
		known = g.segments[name.key]
	} else if flag := g.flags[name.key]; flag != nil {
		known = &flag.node
	}
	if known == nil || known.broken || !isReadable {
		isBroken := known == nil || known.broken
		return isBroken != isReadable
	}
	for at, need := range needs {
		if need != known.needs[at] {
			return false
		}
	}
	return true
}
