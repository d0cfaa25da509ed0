package engine

import "github.com/bunting-flags/bunting/sdks/go/internal/jsontext"

// Experiment is an experiment on a flag, by a rule with a distribution.
type Experiment struct {
	RuleID string
	// Event is the event that exposes a unit; empty if evaluations do.
	Event string
	// Attribute is the attribute that the rule splits by; empty for the user.
	Attribute string
}

// readExperiment returns nil unless raw is an experiment on one of the flag's rules. That does not break the flag.
func readExperiment(object jsontext.Value, config *flagConfig) *Experiment {
	ruleID, isText := object.Get("ruleId").Text()
	if !isText {
		return nil
	}
	read := &Experiment{RuleID: ruleID}
	exposure := object.Get("exposure")
	if by, _ := exposure.Text(); by != "evaluation" {
		if read.Event, _ = exposure.Get("event").Text(); read.Event == "" {
			return nil
		}
	}
	for at := range config.rules {
		if rule := &config.rules[at]; rule.id == read.RuleID && rule.splits {
			read.Attribute = rule.bucketBy
			return read
		}
	}
	return nil
}

// parent is a flag that another one needs, and which of its outcomes fulfil the prerequisite.
type parent struct {
	// flag is nil if it does not exist.
	flag *Flag
	met  []bool
}

// exposing determines whether evaluations of the flag may expose to its own experiment or to one of a flag that it needs.
func (f *Flag) exposing(config *flagConfig, find func(string) *node) {
	experiment := f.Meta.Experiment
	f.MayExpose = experiment != nil && experiment.Event == ""
	if !config.enabled {
		return
	}
	var parents []parent
	exposes := false
	for at := range config.prerequisites {
		needed := find(config.prerequisites[at].flagKey)
		if needed == nil {
			parents = append(parents, parent{})
			continue
		}
		flag := needed.outcomes[0].Flag
		parents = append(parents, parent{flag, metBy(&config.prerequisites[at], needed)})
		exposes = exposes || flag.MayExpose
	}
	if exposes {
		f.parents, f.MayExpose = parents, true
	}
}

// ExposedUnit returns the unit that an outcome exposes to the flag's own experiment; empty if it exposes none.
func (f *Flag) ExposedUnit(context *Context, outcome *Outcome) string {
	experiment := f.Meta.Experiment
	if experiment == nil || experiment.Event != "" || outcome.Reason != Rollout || !outcome.HasVariant ||
		outcome.RuleID != experiment.RuleID {
		return ""
	}
	if experiment.Attribute == "" {
		return context.user()
	}
	by := attribute{name: experiment.Attribute, source: sourceOf(experiment.Attribute)}
	var read value
	by.read(context, &read)
	return read.unit()
}

// NeedsExposing reports whether flags that this one needs may expose.
func (f *Flag) NeedsExposing() bool { return f.parents != nil }

// ExposeNeeded calls tell with the outcome of each flag that this one needs, directly or not, as far as they are evaluated.
// Dependencies come first.
func (f *Flag) ExposeNeeded(context *Context, tell func(*Flag, *Outcome)) {
	memo := openMemo()
	defer memo.close()
	if f.node.depth > maxDepth {
		f.node.askBelow(context, memo)
	}
	f.exposeNeeded(context, memo, map[*Flag]struct{}{f: {}}, tell)
}

func (f *Flag) exposeNeeded(context *Context, memo *memo, asked map[*Flag]struct{}, tell func(*Flag, *Outcome)) {
	for _, parent := range f.parents {
		if parent.flag == nil {
			return
		}
		answer := memo.ask(&parent.flag.node, context)
		if _, isAsked := asked[parent.flag]; !isAsked && parent.flag.MayExpose {
			asked[parent.flag] = struct{}{}
			parent.flag.exposeNeeded(context, memo, asked, tell)
			tell(parent.flag, parent.flag.node.outcomes[answer])
		}
		// Prerequisites after one that is not fulfilled are not evaluated.
		if !parent.met[answer] {
			return
		}
	}
}

// Experiments describes the running experiments on the flags of a snapshot.
type Experiments struct {
	// Attributes are the attributes that experiments split by.
	Attributes []string
	// Events are the events that expose.
	Events map[string]struct{}
}

// Experiments returns the running experiments on these flags.
func (s *Snapshot) Experiments() *Experiments {
	if known := s.experiments.Load(); known != nil {
		return known
	}
	found := &Experiments{Events: map[string]struct{}{}}
	attributes := map[string]struct{}{}
	for flag := range s.each() {
		experiment := flag.Meta.Experiment
		if experiment == nil || flag.Broken {
			continue
		}
		if experiment.Event != "" {
			found.Events[experiment.Event] = struct{}{}
		}
		if _, isKnown := attributes[experiment.Attribute]; !isKnown && experiment.Attribute != "" {
			attributes[experiment.Attribute] = struct{}{}
			found.Attributes = append(found.Attributes, experiment.Attribute)
		}
	}
	s.experiments.Store(found)
	return found
}

// PlainAttribute returns an attribute as a JSON value; nil if it counts as missing.
func PlainAttribute(raw any) any {
	var read value
	read.set(raw)
	return read.plain()
}

func (v *value) plain() any {
	switch v.kind {
	case isText:
		return v.text
	case isNumber:
		return v.number
	case isBool:
		return v.text == boolText(true)
	case isList:
		elements := make([]any, len(*v.list))
		for at := range *v.list {
			elements[at] = (*v.list)[at].plain()
		}
		return elements
	}
	return nil
}
