package engine

// prerequisites adds what others have to answer. Which of their outcomes will do is known at compile time.
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

// metBy is which outcomes of a flag are those that are needed.
func metBy(prerequisite *prerequisite, parent *node) []bool {
	met := make([]bool, len(parent.outcomes))
	for at, outcome := range parent.outcomes {
		met[at] = isMet(prerequisite, outcome)
	}
	return met
}

// isMet is whether a flag's answer is one that is needed. One that is off answers nothing that counts.
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
