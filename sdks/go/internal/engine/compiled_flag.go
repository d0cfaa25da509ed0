package engine

import "encoding/json"

// Flag is a flag that is compiled once and evaluated often, by any number of goroutines at once.
type Flag struct {
	Key  string
	Meta FlagMeta
	// Broken is whether it answers with an error, since it, or something that it needs, cannot be read.
	Broken bool
	// Failure counts evaluations that came to nothing, and is what a broken flag answers.
	Failure *Outcome

	// MayExpose is whether evaluations of it may expose to an experiment.
	MayExpose bool
	// parents is what it needs, in order; nil where none of that exposes.
	parents []parent

	// raw is the flag as the bundle has it.
	raw json.RawMessage
	// constant is the answer that every user gets, where all get the same.
	constant *Outcome
	// isSmall is whether it reads few attributes, and asks no other flag.
	isSmall bool
	node    node
}

// Evaluate says what the flag answers for a context.
func (f *Flag) Evaluate(context *Context) *Outcome {
	if f.constant != nil {
		return f.constant
	}
	if f.isSmall {
		var values [fewAttributes]value
		return f.node.outcomes[f.node.program.run(context, values[:], nil)]
	}
	return f.node.outcomes[f.node.answer(context)]
}

// Outcomes has everything that the flag can answer.
func (f *Flag) Outcomes() []*Outcome { return f.node.outcomes }

// compileFlag is nil where something in the config cannot be reckoned.
func compileFlag(key string, meta FlagMeta, config *flagConfig, needs []*node, find finder) *Flag {
	flag := &Flag{Key: key, Meta: meta}
	flag.Failure = &Outcome{Reason: Failed, Flag: flag}
	outcomes := &outcomes{flag: flag, config: config}
	builder := &builder{}
	entry := builder.rules(key, config, outcomes, find)
	if builder.failed {
		return nil
	}
	flag.node = nodeOf(builder.finish(entry), needs)
	flag.node.outcomes = outcomes.all
	flag.isSmall = !flag.node.asks && len(builder.attributes) <= fewAttributes
	flag.exposing(config, find.flag)
	if entry < 0 {
		flag.constant = outcomes.all[^entry]
	}
	return flag
}

// brokenFlag answers with an error; the others are not affected.
func brokenFlag(key string, meta FlagMeta) *Flag {
	flag := &Flag{Key: key, Meta: meta, Broken: true}
	flag.Failure = &Outcome{Reason: Failed, Flag: flag}
	flag.constant = flag.Failure
	flag.node = node{program: &program{entry: ending(0)}, broken: true, outcomes: []*Outcome{flag.Failure}}
	return flag
}
