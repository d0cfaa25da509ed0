package engine

import "github.com/bunting-flags/bunting/sdks/go/internal/jsontext"

// made holds the new flags and segments; nil for removed ones, and for a malformed segment.
type made struct {
	flags    map[string]*Flag
	segments map[string]*node
	// held maps items to whether they now keep their old state because a list is missing, if that changed.
	held map[name]bool
}

// prepareChange compiles everything that a change affects, dependencies first. It does not modify the graph.
func (g *Graph) prepareChange(next map[name]*item, reader *jsontext.Reader) made {
	made := made{make(map[string]*Flag, len(next)), map[string]*node{}, map[name]bool{}}
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

	var builder builder
	inOrder(g.affectedBy(next), func(item *item, isInCircle bool) {
		needs := make([]*node, len(item.names))
		isReadable := item.isReadable && !isInCircle
		wasHeld, lacksList := isHeld(item.name), false
		for at, name := range item.names {
			if isHeld(name) {
				// Not an error: the item follows when the list is loaded.
				lacksList = true
				continue
			}
			if name.isSegment {
				needs[at] = find.segment(name.key)
				// A missing flag does not hold; a missing segment is an error.
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
		if lacksList != wasHeld {
			made.held[item.name] = lacksList
		}
		if lacksList {
			made.hold(g, item)
			return
		}
		if _, isNew := next[item.name]; !isNew && !wasHeld && g.isKept(item.name, needs, isReadable) {
			return
		}
		if isReadable && item.flag == nil && item.segment == nil {
			item.read(reader)
		}
		defer item.forget()
		key := item.name.key
		if item.name.isSegment {
			made.segments[key] = nil
			if isReadable {
				made.segments[key] = compileSegment(&builder, item.segment, list, needs, find.segment)
			}
			return
		}
		var flag *Flag
		if isReadable {
			flag = compileFlag(&builder, key, item.meta, item.flag, needs, find)
		}
		if flag == nil {
			flag = brokenFlag(key, item.meta)
		}
		flag.text = item.text
		made.flags[key] = flag
	})
	return made
}

// hold keeps the old state of an item until its list is loaded. A new flag returns an error until then.
func (m *made) hold(g *Graph, item *item) {
	key := item.name.key
	if item.name.isSegment {
		m.segments[key] = g.segments[key]
		return
	}
	flag := g.flags[key]
	if flag == nil {
		flag = brokenFlag(key, item.meta)
		flag.text = item.text
	}
	m.flags[key] = flag
}

// isKept reports whether a compiled item can be kept: a broken one that still is, or one whose dependencies are unchanged.
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
