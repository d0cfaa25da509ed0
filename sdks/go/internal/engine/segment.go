package engine

var (
	outOfSegment  = ending(0)
	withinSegment = ending(1)
)

// compileSegment returns nil if some share or draw cannot be computed. The lists of ids come before the rules. list is that
// of a large segment.
func compileSegment(builder *builder, config *segmentConfig, list HashList, needs []*node, find findSegment) *node {
	builder.begin()
	entry := outOfSegment
	if config.large != nil {
		entry = builder.hashes(config, list)
	}
	for at := len(config.rules) - 1; at >= 0; at-- {
		if rule := &config.rules[at]; rule.enabled {
			entry = builder.audience(rule, find, withinSegment, entry)
		}
	}
	entry = builder.ids(config, config.excluded, outOfSegment, entry)
	entry = builder.ids(config, config.included, withinSegment, entry)
	if builder.failed {
		return nil
	}
	made := nodeOf(builder.finish(entry), needs)
	return &made
}

func (b *builder) hashes(config *segmentConfig, list HashList) target {
	in := instruction{
		op: userInHashes, operand: &operand{hashed: &hashedIDs{config.large.Salt, list}}, yes: withinSegment, no: outOfSegment,
	}
	if config.hasUnit {
		in.op, in.attribute = inHashes, b.readUnit(config.unit, true)
	}
	return b.add(in)
}

func (b *builder) ids(config *segmentConfig, ids []string, yes, no target) target {
	if len(ids) == 0 {
		return no
	}
	set := setOf(ids)
	// An empty text is not a unit.
	delete(set, "")
	if !config.hasUnit {
		return b.add(instruction{op: userInIDs, operand: &operand{set: set}, yes: yes, no: no})
	}
	unit := b.readUnit(config.unit, true)
	return b.add(instruction{op: inIDs, attribute: unit, operand: &operand{set: set}, yes: yes, no: no})
}
