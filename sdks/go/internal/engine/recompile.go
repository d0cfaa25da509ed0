package engine

// made takes the place of what there is; nil for what is gone, and for a segment that cannot be read.
type made struct {
	flags    map[string]*Flag
	segments map[string]*node
	// held is what now stays as it was for want of a list, and what no longer does.
	held map[name]bool
}

// prepareChange compiles what a change touches, each after all that it needs. It changes nothing itself.
func (g *Graph) prepareChange(next map[name]*item) made {
	made := made{map[string]*Flag{}, map[string]*node{}, map[name]bool{}}
	for name, item := range next {
		if !item.isThere {
			made.held[name] = false
		}
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

	isHeld := func(name name) bool {
		if isHeld, ok := made.held[name]; ok {
			return isHeld
		}
		_, isHeld := g.held[name]
		return isHeld
	}

	inOrder(g.affectedBy(next), func(item *item, isInCircle bool) {
		needs := make([]*node, len(item.names))
		isReadable := item.isReadable && !isInCircle
		wasHeld, lacksList := isHeld(item.name), false
		for at, name := range item.names {
			if isHeld(name) {
				// That is no fault: it comes when the list does.
				lacksList = true
				continue
			}
			if name.isSegment {
				needs[at] = find.segment(name.key)
				// A flag that is not there does not hold; a segment that is not there is a fault.
				isReadable = isReadable && needs[at] != nil
			} else {
				needs[at] = find.flag(name.key)
			}
			isReadable = isReadable && (needs[at] == nil || !needs[at].broken)
		}
		var list HashList
		if item.large != nil {
			found, ok := g.findList(item.large)
			list, lacksList = found, !ok
		}
		lacksList = lacksList && isReadable
		made.held[item.name] = lacksList
		if lacksList {
			made.hold(g, item)
			return
		}
		if _, isNew := next[item.name]; !isNew && !wasHeld && g.isKept(item.name, needs, isReadable) {
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
				made.segments[key] = compileSegment(item.segment, list, needs, find.segment)
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

// hold leaves something as it is until its list is there. A flag that is new answers with an error so long.
func (m *made) hold(g *Graph, item *item) {
	key := item.name.key
	if item.name.isSegment {
		m.segments[key] = g.segments[key]
		return
	}
	flag := g.flags[key]
	if flag == nil {
		flag = brokenFlag(key, item.meta)
		flag.raw = item.raw
	}
	m.flags[key] = flag
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
