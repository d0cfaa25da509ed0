package engine

// outcomes creates all possible outcomes of a flag when it is compiled.
type outcomes struct {
	flag   *Flag
	config *flagConfig
	all    []*Outcome
}

func (o *outcomes) add(outcome *Outcome) target {
	outcome.Flag = o.flag
	o.all = append(o.all, outcome)
	return ending(len(o.all) - 1)
}

func (o *outcomes) ofValue(value any, reason Reason, ruleID string) target {
	return o.add(o.withVariant(&Outcome{Value: value, Reason: reason, RuleID: ruleID}))
}

// ofPrerequisite adds the outcome of a flag that is off because of an unmet prerequisite.
func (o *outcomes) ofPrerequisite(flagKey string) target {
	return o.add(o.withVariant(&Outcome{Value: o.config.defaultValue, Reason: Disabled, Prerequisite: flagKey}))
}

// ofShares adds an outcome for each share of a rule's distribution; false if a share names an unknown variant.
func (o *outcomes) ofShares(rule *rule) ([]target, bool) {
	targets := make([]target, len(rule.shares))
	for at, share := range rule.shares {
		value, ok := o.valueOf(share.variant)
		if !ok {
			return nil, false
		}
		targets[at] = o.add(&Outcome{Value: value, Reason: Rollout, RuleID: rule.id, Variant: share.variant, HasVariant: true})
	}
	return targets, true
}

// valueOf returns the value of a variant. A boolean flag has no variants of its own: its distributions name "true" and
// "false".
func (o *outcomes) valueOf(key string) (any, bool) {
	if _, isBool := o.config.defaultValue.(bool); isBool {
		return key == "true", key == "true" || key == "false"
	}
	for _, variant := range o.config.variants {
		if variant.key == key {
			return variant.value, true
		}
	}
	return nil, false
}

// withVariant sets the variant that has the outcome's value, if any.
func (o *outcomes) withVariant(outcome *Outcome) *Outcome {
	for _, variant := range o.config.variants {
		if SameValue(variant.value, outcome.Value) {
			outcome.Variant, outcome.HasVariant = variant.key, true
			break
		}
	}
	return outcome
}
