package engine

// findSegment finds a segment by its key.
type findSegment func(key string) *node

// audience adds the conditions of a rule. Without conditions it applies to every user.
func (b *builder) audience(rule *rule, find findSegment, yes, no target) target {
	if len(rule.conditions) == 0 {
		return yes
	}
	if rule.matchesAny {
		return b.any(rule.conditions, find, yes, no)
	}
	return b.all(rule.conditions, find, yes, no)
}

func (b *builder) all(conditions []condition, find findSegment, yes, no target) target {
	for at := len(conditions) - 1; at >= 0; at-- {
		yes = b.condition(&conditions[at], find, yes, no)
	}
	return yes
}

func (b *builder) any(conditions []condition, find findSegment, yes, no target) target {
	for at := len(conditions) - 1; at >= 0; at-- {
		no = b.condition(&conditions[at], find, yes, no)
	}
	return no
}

func (b *builder) condition(condition *condition, find findSegment, yes, no target) target {
	switch condition.kind {
	case allOf:
		return b.all(condition.members, find, yes, no)
	case anyOf:
		return b.any(condition.members, find, yes, no)
	case noneOf:
		return b.any(condition.members, find, no, yes)
	case membership:
		return b.membership(condition, find, yes, no)
	case shareOfUnits:
		return b.share(condition, yes, no)
	}
	return b.comparison(condition, yes, no)
}

func (b *builder) comparison(condition *condition, yes, no target) target {
	in := instruction{op: condition.operator.op, yes: yes, no: no}
	if !condition.operator.prepare(&in, condition) {
		return no
	}
	in.every = isNegation(in.op)
	in.attribute = b.read(attribute{
		name:    condition.attribute,
		source:  sourceOf(condition.attribute),
		folded:  condition.ignoreCase,
		orProxy: in.op == geoCountry,
	})
	return b.add(in)
}

// inSegment holds for each outcome of a segment whether the unit is in it.
var inSegment = []bool{false, true}

func (b *builder) membership(condition *condition, find findSegment, yes, no target) target {
	if len(condition.segments) == 0 {
		// A condition that names no segment never holds, negated or not.
		return no
	}
	if condition.negated {
		yes, no = no, yes
	}
	for at := len(condition.segments) - 1; at >= 0; at-- {
		no = b.need(find(condition.segments[at]), inSegment, yes, no)
	}
	return no
}
