package engine

import "regexp"

// program is a flag or a segment, compiled: tests in a row, each of which says where to go on. Nothing is called through an
// interface or a function value and nothing is made, so that an evaluation leaves no work for the garbage collector.
type program struct {
	code       []instruction
	attributes []attribute
	entry      target
}

// target is an instruction or, below 0, the end: ^target is the number of an outcome.
type target int32

func ending(outcome int) target { return ^target(outcome) }

// instruction is one test, as long as a cache line.
type instruction struct {
	op operation
	// every is whether all elements of a list have to meet the condition, as those of a negation do.
	every     bool
	attribute int32
	yes, no   target
	seed      uint32
	limit     uint64
	number    float64
	text      string
	operand   *operand
}

// operand is what an instruction compares with, where that is more than a text or a number.
type operand struct {
	texts     []string
	set       map[string]struct{}
	found     *texts
	pattern   *regexp.Regexp
	version   version
	countries [26]uint32
	// Of a distribution: where each share ends, and what then.
	ends    []uint64
	targets []target
	// Of what is asked apart, and which of a flag's outcomes will do.
	node *node
	met  []bool
}

type operation uint8

const (
	equals operation = iota
	notEquals
	isIn
	notIn
	contains
	notContains
	startsWith
	endsWith
	gt
	gte
	lt
	lte
	before
	after
	semverEq
	semverGt
	semverGte
	semverLt
	semverLte
	isSet
	isNotSet
	regex
	geoCountry
	// Those above compare an attribute; those below ask about a unit, or something else.
	inIDs
	inRollout
	split
	drawnBelow
	drawnSplit
	drawnShare
	ask
)

// run gives the number of the outcome. `values` is as long as `attributes`, and empty.
func (p *program) run(context *Context, values []value, memo *memo) int {
	for at := p.entry; ; {
		if at < 0 {
			return int(^at)
		}
		in := &p.code[at]
		if in.op == ask {
			at = in.askNode(context, memo)
			continue
		}
		actual := &values[in.attribute]
		if actual.kind == unread {
			p.read(context, values, in.attribute)
		}
		var holds bool
		switch in.op {
		case inRollout:
			unit := actual.unit()
			holds = unit != "" && uint64(murmur3(unit, in.seed)) < in.limit
		case inIDs:
			_, holds = in.operand.set[actual.unit()]
		case drawnBelow:
			holds = actual.kind == isNumber && uint64(actual.number) < in.limit
		case drawnShare:
			holds = actual.kind == isNumber && actual.number >= in.number && uint64(actual.number) < in.limit
		case split:
			if unit := actual.unit(); unit != "" {
				at = in.share(uint64(murmur3(unit, in.seed)))
				continue
			}
		case drawnSplit:
			if actual.kind == isNumber {
				at = in.share(uint64(actual.number))
				continue
			}
		case equals:
			if actual.kind == isText {
				holds = actual.text == in.text
			} else {
				holds = in.holdsFor(actual)
			}
		default:
			holds = in.holdsFor(actual)
		}
		if holds {
			at = in.yes
		} else {
			at = in.no
		}
	}
}

// read fills in an attribute, and the unit that it draws for where it is a draw.
func (p *program) read(context *Context, values []value, at int32) {
	attribute := &p.attributes[at]
	if attribute.draw == nil {
		attribute.read(context, &values[at])
		return
	}
	unit := &values[attribute.unit]
	if unit.kind == unread {
		p.attributes[attribute.unit].read(context, unit)
	}
	text := unit.unit()
	if attribute.ofShare {
		text = unit.shareUnit()
	}
	if text == "" {
		values[at].kind = missing
		return
	}
	// Below 2^53, so that nothing is lost.
	values[at] = value{kind: isNumber, number: float64(attribute.draw.draw(text))}
}

// share is where to go on with what was drawn.
func (in *instruction) share(drawn uint64) target {
	for at, end := range in.operand.ends {
		if drawn < end {
			return in.operand.targets[at]
		}
	}
	return in.no
}

func (in *instruction) askNode(context *Context, memo *memo) target {
	outcome := memo.ask(in.operand.node, context)
	if in.operand.met[outcome] {
		return in.yes
	}
	return in.no
}

// holdsFor is whether a condition holds for an attribute: of a list for any element, and the negation of one for every
// element.
func (in *instruction) holdsFor(actual *value) bool {
	if actual.kind != isList {
		return in.holds(actual)
	}
	for at := range *actual.list {
		if in.holds(&(*actual.list)[at]) != in.every {
			return !in.every
		}
	}
	return in.every
}
