package engine

// rollout adds the split of the contexts for which a rule's conditions hold. next is the target for those that get no
// value.
func (b *builder) rollout(flagKey string, rule *rule, outcomes *outcomes, next target) target {
	inside := next
	if rule.splits {
		inside = b.distribution(flagKey, rule, outcomes, next)
	} else if rule.hasValue {
		inside = outcomes.ofValue(rule.value, Rollout, rule.id)
	}
	if !rule.hasRollout {
		return inside
	}
	in := instruction{
		op: userInRollout, yes: inside, no: next,
		seed: rolloutSeed(flagKey, rule.id), limit: endOf(thresholdOf(rule.percentage)),
	}
	if rule.bucketBy != "" {
		in.op, in.attribute = inRollout, b.readUnit(rule.bucketBy, true)
	}
	return b.add(in)
}

// distribution adds the choice of a variant by a unit's bucket. It applies to no user if a share names an unknown variant.
func (b *builder) distribution(flagKey string, rule *rule, outcomes *outcomes, next target) target {
	targets, ok := outcomes.ofShares(rule)
	if !ok {
		return next
	}
	total, running := totalOf(rule.shares), 0.0
	ends := make([]uint64, len(rule.shares))
	for at, share := range rule.shares {
		running += share.weight
		ends[at] = endOf(uint64(roundHalfUp(running * bucketCount / total)))
	}
	return b.add(instruction{
		op: split, attribute: b.readUnit(rule.bucketBy, rule.bucketBy != ""), yes: next, no: next,
		seed: variantSeed(flagKey, rule.id), operand: &operand{ends: ends, targets: targets},
	})
}

func totalOf(shares []share) float64 {
	total := 0.0
	for _, share := range shares {
		total += share.weight
	}
	return total
}
