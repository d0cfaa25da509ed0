package engine

// finder finds the segments and flags that a config names. A missing flag is a prerequisite that does not hold.
type finder struct {
	segment findSegment
	flag    func(key string) *node
}

// rules adds a whole flag: its prerequisites, its enabled rules, and its default.
func (b *builder) rules(flagKey string, config *flagConfig, outcomes *outcomes, find finder) target {
	if !config.enabled {
		return outcomes.ofValue(config.defaultValue, Disabled, "")
	}
	next := outcomes.ofValue(config.defaultValue, Default, "")
	for at := len(config.rules) - 1; at >= 0; at-- {
		if rule := &config.rules[at]; rule.enabled {
			next = b.audience(rule, find.segment, b.answer(flagKey, rule, outcomes, next), next)
		}
	}
	return b.prerequisites(config, outcomes, find.flag, next)
}

// answer adds the outcome for contexts that meet a rule's conditions.
func (b *builder) answer(flagKey string, rule *rule, outcomes *outcomes, next target) target {
	switch {
	case rule.hash != nil:
		return b.hashedRollout(rule, outcomes, next)
	case rule.hasRollout || rule.splits:
		return b.rollout(flagKey, rule, outcomes, next)
	case rule.hasValue:
		return outcomes.ofValue(rule.value, RuleMatch, rule.id)
	}
	return next
}
