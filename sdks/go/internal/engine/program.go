package engine

import (
	"regexp"
	"slices"
)

// program is a compiled flag or segment: a row of tests, each of which names the next one. It calls no interfaces or
// function values and allocates nothing, so that an evaluation creates no garbage.
type program struct {
	code       []instruction
	attributes []attribute
	entry      target
}

// target is the index of an instruction or, below 0, the end: ^target is the number of an outcome.
type target int32

func ending(outcome int) target { return ^target(outcome) }

// instruction is one test, the size of a cache line.
type instruction struct {
	op operation
	// every reports whether all elements of a list have to meet the condition, as for a negation.
	every bool
	// hasMask reports whether limit has the bits of all words that meet the condition.
	hasMask bool
	// isNumber reports whether number is what text stands for.
	isNumber  bool
	attribute int32
	yes, no   target
	seed      uint32
	limit     uint64
	number    float64
	text      string
	operand   *operand
}

// operand is the value that an instruction compares with, if it is more than a text or a number.
type operand struct {
	texts   []string
	set     map[string]struct{}
	hashed  *hashedIDs
	found   *texts
	pattern *regexp.Regexp
	version *version
	// By first letter, the second ones.
	countries *[26]uint32
	// In a distribution: the end of each share, and where it leads.
	ends    []uint64
	targets []target
	// In a call: the node, and which of its outcomes lead to yes.
	node *node
	met  []bool
}

// hasText reports whether a text is among the condition's texts after the first.
func (o *operand) hasText(text string) bool {
	if o.set != nil {
		_, ok := o.set[text]
		return ok
	}
	return slices.Contains(o.texts, text)
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
	// The operations above compare an attribute; those below test a unit or something else.
	inIDs
	inHashes
	inRollout
	split
	drawnBelow
	drawnSplit
	drawnShare
	// The operations below read no attribute: the user is part of the context, and a node that is called reads its own.
	userInIDs
	userInHashes
	userInRollout
	ask
)

// run returns the number of the outcome. values must be at least as long as attributes, and zeroed.
func (p *program) run(context *Context, values []value, memo *memo) int {
	at := p.entry
	for at >= 0 {
		in := &p.code[at]
		var holds bool
		if in.op >= userInIDs {
			switch in.op {
			case userInIDs:
				_, holds = in.operand.set[context.user()]
			case userInHashes:
				holds = in.operand.hashed.has(context.user())
			case userInRollout:
				unit := context.user()
				holds = unit != "" && uint64(murmur3(unit, in.seed)) < in.limit
			default:
				holds = in.operand.met[memo.ask(in.operand.node, context)]
			}
		} else {
			actual := &values[in.attribute]
			if actual.kind == unread {
				// The most common reads, inlined. Assertions are faster than a switch on types.
				attribute := &p.attributes[in.attribute]
				if !attribute.isPlain {
					p.read(context, values, in.attribute)
				} else {
					raw := context.Attributes[attribute.name]
					if text, ok := raw.(string); ok {
						actual.kind, actual.text, actual.word = isText, text, attribute.words.find(text)
					} else if number, ok := raw.(int); ok {
						actual.kind, actual.number = isNumber, float64(number)
					} else {
						attribute.take(raw, actual)
					}
				}
			}
			if actual.kind == isText {
				// The most common tests, inlined.
				switch {
				case in.hasMask:
					holds = in.limit>>(actual.word&63)&1 == 1
				case in.op == split:
					at = in.splitUnit(actual)
					continue
				default:
					holds = in.test(actual)
				}
			} else if actual.kind == isNumber && in.op <= lte && in.op >= gt {
				switch in.op {
				case gt:
					holds = actual.number > in.number
				case gte:
					holds = actual.number >= in.number
				case lt:
					holds = actual.number < in.number
				default:
					holds = actual.number <= in.number
				}
			} else {
				switch in.op {
				case split:
					at = in.splitUnit(actual)
					continue
				case drawnSplit:
					at = in.splitDrawn(actual)
					continue
				}
				holds = in.test(actual)
			}
		}
		if holds {
			at = in.yes
		} else {
			at = in.no
		}
	}
	return int(^at)
}

// user returns the default unit, for rules that name no attribute.
func (c *Context) user() string {
	if c.UserID != "" {
		return c.UserID
	}
	return c.AnonymousID
}

func (in *instruction) test(actual *value) bool {
	switch in.op {
	case inRollout:
		unit := actual.unit()
		return unit != "" && uint64(murmur3(unit, in.seed)) < in.limit
	case inIDs:
		_, ok := in.operand.set[actual.unit()]
		return ok
	case inHashes:
		return in.operand.hashed.has(actual.unit())
	case drawnBelow:
		return actual.kind == isNumber && uint64(actual.number) < in.limit
	case drawnShare:
		return actual.kind == isNumber && actual.number >= in.number && uint64(actual.number) < in.limit
	}
	return in.holdsFor(actual)
}

func (in *instruction) splitUnit(actual *value) target {
	if unit := actual.unit(); unit != "" {
		return in.share(uint64(murmur3(unit, in.seed)))
	}
	return in.no
}

func (in *instruction) splitDrawn(actual *value) target {
	if actual.kind == isNumber {
		return in.share(uint64(actual.number))
	}
	return in.no
}

// read reads an attribute; for a draw it reads the unit, too.
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
	// Drawn numbers are below 2^53, so that a float64 is exact.
	values[at] = value{kind: isNumber, number: float64(attribute.draw.draw(text))}
}

// share returns the target of the share that a number falls in.
func (in *instruction) share(drawn uint64) target {
	for at, end := range in.operand.ends {
		if drawn < end {
			return in.operand.targets[at]
		}
	}
	return in.no
}

// holdsFor reports whether a condition holds for an attribute: for any element of a list, or for every element if the
// condition is a negation.
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
