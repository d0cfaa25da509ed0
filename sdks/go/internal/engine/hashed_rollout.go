package engine

// hashedRollout adds a rollout, a distribution or both, drawn as another service draws them.
func (b *builder) hashedRollout(rule *rule, outcomes *outcomes, next target) target {
	unit := b.readUnit(rule.bucketBy, rule.bucketBy != "")
	inside := next
	if rule.splits {
		inside = b.hashedSplit(rule, outcomes, unit, next)
	} else if rule.hasValue {
		inside = outcomes.ofValue(rule.value, Rollout, rule.id)
		if !rule.hasRollout {
			// Applies to every user with a unit.
			return b.add(instruction{op: inRollout, attribute: unit, limit: two32, yes: inside, no: next})
		}
	}
	if !rule.hasRollout {
		return inside
	}
	draw := b.draw(rule.hash.kind, rule.hash.salt, 0)
	drawn := b.read(attribute{draw: draw, unit: unit})
	return b.add(instruction{
		op: drawnBelow, attribute: drawn, limit: b.limit(draw, rule.percentage, 100), yes: inside, no: next,
	})
}

func (b *builder) hashedSplit(rule *rule, outcomes *outcomes, unit int32, next target) target {
	if len(rule.shares) == 0 {
		return next
	}
	total, running := totalOf(rule.shares), 0.0
	draw := b.draw(rule.hash.kind, rule.hash.splitSalt, total)
	ends := make([]uint64, len(rule.shares))
	for at, share := range rule.shares {
		running += share.weight
		ends[at] = b.limit(draw, running, total)
	}
	targets, ok := outcomes.ofShares(rule)
	if !ok {
		return next
	}
	drawn := b.read(attribute{draw: draw, unit: unit})
	return b.add(instruction{
		op: drawnSplit, attribute: drawn, yes: next, no: next, operand: &operand{ends: ends, targets: targets},
	})
}
