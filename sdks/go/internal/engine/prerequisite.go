package engine

// prerequisites adds the prerequisites. Which outcomes of a parent fulfil one is known at compile time.
func (b *builder) prerequisites(config *flagConfig, outcomes *outcomes, find func(string) *node, next target) target {
	for at := len(config.prerequisites) - 1; at >= 0; at-- {
		prerequisite := &config.prerequisites[at]
		unmet := outcomes.ofPrerequisite(prerequisite.flagKey)
		parent := find(prerequisite.flagKey)
		if parent == nil {
			next = unmet
			continue
		}
		next = b.need(parent, metBy(prerequisite, parent), next, unmet)
	}
	return next
}

// metBy returns which outcomes of a flag fulfil a prerequisite.
func metBy(prerequisite *prerequisite, parent *node) []bool {
	met := make([]bool, len(parent.outcomes))
	for at, outcome := range parent.outcomes {
		met[at] = isMet(prerequisite, outcome)
	}
	return met
}

// isMet reports whether an outcome fulfils a prerequisite. The outcome of a flag that is off never does.
func isMet(prerequisite *prerequisite, outcome *Outcome) bool {
	if outcome.Reason == Disabled || outcome.Value == nil {
		return false
	}
	for _, value := range prerequisite.values {
		if SameValue(value, outcome.Value) {
			return true
		}
	}
	return false
}
