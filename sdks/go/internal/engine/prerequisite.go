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
		met := make([]bool, len(parent.outcomes))
		for i, outcome := range parent.outcomes {
			met[i] = isMet(prerequisite, outcome)
		}
		next = b.need(parent, met, next, unmet)
	}
	return next
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
