package engine

// Flag is compiled once and evaluated often. It is safe for concurrent use.
type Flag struct {
	Key  string
	Meta FlagMeta
	// Broken reports whether the flag returns an error because it, or something that it needs, cannot be read.
	Broken bool
	// Failure counts failed evaluations, and is the outcome of a broken flag.
	Failure *Outcome

	// MayExpose reports whether evaluations of the flag may expose units to an experiment.
	MayExpose bool
	// parents holds the flags that it needs, in order; nil if none of them may expose.
	parents []parent

	// text is the flag as the bundle has it.
	text string
	// constant is the outcome if it is the same for every user; nil otherwise.
	constant *Outcome
	// isSmall reports whether the flag reads few attributes and runs no other node.
	isSmall bool
	node    node
}

// Evaluate returns the outcome for a context. It is inlined: a constant costs no call.
func (f *Flag) Evaluate(context *Context) *Outcome {
	if f.constant != nil {
		return f.constant
	}
	return f.evaluate(context)
}

func (f *Flag) evaluate(context *Context) *Outcome {
	if len(f.node.program.attributes) == 0 && !f.node.asks {
		// There are no values to clear.
		return f.node.outcomes[f.node.program.run(context, nil, nil)]
	}
	if f.isSmall {
		var values [fewAttributes]value
		return f.node.outcomes[f.node.program.run(context, values[:], nil)]
	}
	return f.node.outcomes[f.node.answer(context)]
}

// Outcomes returns all possible outcomes of the flag.
func (f *Flag) Outcomes() []*Outcome { return f.node.outcomes }

// compileFlag returns nil if some share or draw in the config cannot be computed.
func compileFlag(builder *builder, key string, meta FlagMeta, config *flagConfig, needs []*node, find finder) *Flag {
	flag := &Flag{Key: key, Meta: meta}
	flag.Failure = &Outcome{Reason: Failed, Flag: flag}
	outcomes := &outcomes{flag: flag, config: config}
	builder.begin()
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

// brokenFlag returns a flag whose outcome is an error. Other flags are not affected.
func brokenFlag(key string, meta FlagMeta) *Flag {
	flag := &Flag{Key: key, Meta: meta, Broken: true}
	flag.Failure = &Outcome{Reason: Failed, Flag: flag}
	flag.constant = flag.Failure
	flag.node = node{program: program{entry: ending(0)}, broken: true, outcomes: []*Outcome{flag.Failure}}
	return flag
}
