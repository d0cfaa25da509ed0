package engine

// share adds a condition that holds for units whose drawn number is in the range from one limit up to another.
func (b *builder) share(condition *condition, yes, no target) target {
	draw := b.draw(condition.hash, condition.salt, 0)
	start, end := b.limit(draw, condition.from, 100), b.limit(draw, condition.to, 100)
	unit := b.readUnit(condition.attribute, condition.hasAttribute)
	drawn := b.read(attribute{draw: draw, unit: unit, ofShare: condition.hasAttribute})
	return b.add(instruction{op: drawnShare, attribute: drawn, number: float64(start), limit: end, yes: yes, no: no})
}

func (b *builder) draw(kind hashKind, salt string, splitWeights float64) *draw {
	made, ok := drawOf(kind, salt, splitWeights)
	b.failed = b.failed || !ok
	return &made
}

func (b *builder) limit(of *draw, part, whole float64) uint64 {
	limit, ok := limitOf(of.of, part, whole)
	b.failed = b.failed || !ok
	return limit
}
