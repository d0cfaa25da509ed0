package engine

import "slices"

// builder builds a program from its end to its beginning: the targets of an instruction are known when it is added, so that
// nothing is patched later. It is used for one program after the other.
type builder struct {
	code       []instruction
	attributes []attribute
	// failed reports whether some share or draw cannot be computed: the flag is then broken.
	failed bool
}

func (b *builder) add(in instruction) target {
	b.code = append(b.code, in)
	return target(len(b.code) - 1)
}

// read returns the number of an attribute, and adds it if it is new.
func (b *builder) read(wanted attribute) int32 {
	for at := range b.attributes {
		if isSameAttribute(&b.attributes[at], &wanted) {
			return int32(at)
		}
	}
	wanted.isPlain = wanted.source == fromAttributes && !wanted.folded && !wanted.orProxy && wanted.draw == nil
	b.attributes = append(b.attributes, wanted)
	return int32(len(b.attributes) - 1)
}

// isSameAttribute also compares draws, so that equal draws are computed once.
func isSameAttribute(one, other *attribute) bool {
	isSameDraw := one.draw == other.draw || (one.draw != nil && other.draw != nil && *one.draw == *other.draw)
	return isSameDraw && one.name == other.name && one.source == other.source && one.folded == other.folded &&
		one.orProxy == other.orProxy && one.unit == other.unit && one.ofShare == other.ofShare
}

// readUnit returns the number of the attribute that holds the unit; without a name that is the user.
func (b *builder) readUnit(name string, isNamed bool) int32 {
	if !isNamed {
		return b.read(attribute{source: fromUser})
	}
	return b.read(attribute{name: name, source: sourceOf(name)})
}

// begin drops what the builder was used for before.
func (b *builder) begin() {
	b.code, b.attributes, b.failed = b.code[:0], b.attributes[:0], false
}

func (b *builder) finish(entry target) program {
	finished := program{code: slices.Clone(b.code), attributes: slices.Clone(b.attributes), entry: entry}
	finished.numberWords()
	return finished
}

const (
	// Longer programs are not inlined but run separately, once per evaluation.
	maxInlined = 24
	maxProgram = 256
)

// need adds a jump on the answer of another flag or segment. A short program is inlined, so that attributes are still read
// once; others are called. met holds for each of its outcomes whether it leads to yes.
func (b *builder) need(needed *node, met []bool, yes, no target) target {
	program := &needed.program
	if len(program.code) > maxInlined || len(b.code)+len(program.code) > maxProgram {
		return b.add(instruction{op: ask, operand: &operand{node: needed, met: met}, yes: yes, no: no})
	}
	return b.inline(program, met, yes, no)
}

func (b *builder) inline(program *program, met []bool, yes, no target) target {
	first := target(len(b.code))
	goOn := func(at target) target {
		if at >= 0 {
			return at + first
		}
		if met[^at] {
			return yes
		}
		return no
	}
	attributes := make([]int32, len(program.attributes))
	for at, attribute := range program.attributes {
		attribute.words = words{}
		if attribute.draw != nil {
			attribute.unit = attributes[attribute.unit]
		}
		attributes[at] = b.read(attribute)
	}
	for _, in := range program.code {
		in.yes, in.no = goOn(in.yes), goOn(in.no)
		if in.op < userInIDs {
			in.attribute = attributes[in.attribute]
		}
		if in.op == split || in.op == drawnSplit {
			targets := make([]target, len(in.operand.targets))
			for at, to := range in.operand.targets {
				targets[at] = goOn(to)
			}
			in.operand = &operand{ends: in.operand.ends, targets: targets}
		}
		b.add(in)
	}
	return goOn(program.entry)
}
