package bunting

import (
	"maps"
	"slices"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// ReadOption changes how a flag is read.
type ReadOption uint8

// WithoutExposure reads a flag without exposing the user to its experiment, for example on a page that only lists flags.
const WithoutExposure ReadOption = 1

// used reports the exposure that an answer causes; a fallback causes none.
func (f *Flags) used(found resolution, isAnswer bool, who *EvalContext, options []ReadOption) {
	if !isAnswer || found.exposing == nil {
		return
	}
	for _, option := range options {
		if option == WithoutExposure {
			return
		}
	}
	f.expose(found.exposing, found.outcome, who)
}

// expose never panics, although a context's attributes may: the evaluation has succeeded all the same.
func (f *Flags) expose(flag *engine.Flag, outcome *engine.Outcome, who *EvalContext) {
	defer func() { _ = recover() }()
	if flag.NeedsExposing() {
		f.exposeNeeded(flag, *who)
	}
	f.telemetry.exposed(flag, outcome, who)
}

// exposeNeeded takes the context by value, because its closure moves it to the heap.
func (f *Flags) exposeNeeded(flag *engine.Flag, who EvalContext) {
	flag.ExposeNeeded((*engine.Context)(&who), func(needed *engine.Flag, outcome *engine.Outcome) {
		f.telemetry.exposed(needed, outcome, &who)
	})
}

func (t *telemetry) exposed(flag *engine.Flag, outcome *engine.Outcome, who *EvalContext) {
	unit := flag.ExposedUnit((*engine.Context)(who), outcome)
	if unit == "" || !t.tracked.isFirst(exposedUnit{flag.Key, outcome.RuleID, unit}) {
		return
	}
	if attribute := flag.Meta.Experiment.Attribute; attribute != "" {
		t.tracked.splitBy.add(attribute)
		t.tracked.expose(flag, outcome, cutTo([]string{attribute}, who))
		return
	}
	t.tracked.expose(flag, outcome, plainContext{UserID: who.UserID, AnonymousID: who.AnonymousID})
}

// cutTo returns a context with only the named values.
func cutTo(names []string, who *EvalContext) plainContext {
	var cut plainContext
	for _, name := range names {
		switch {
		case name == "userId" && who.UserID != "":
			cut.UserID = who.UserID
			continue
		case name == "anonymousId" && who.AnonymousID != "":
			cut.AnonymousID = who.AnonymousID
			continue
		}
		if value := engine.PlainAttribute(who.Attributes[name]); value != nil {
			if cut.Attributes == nil {
				cut.Attributes = map[string]any{}
			}
			cut.Attributes[name] = value
		}
	}
	return cut
}

// Track records an event for metrics and experiments. It never panics and never blocks: events are sent with the telemetry.
// Without [Options.Telemetry] nothing is sent, and an error is reported once. Of the context only the user's ids and the
// attributes that experiments split by leave the process; all attributes do if the event exposes users to an experiment.
func (f *Flags) Track(name string, who EvalContext) { f.track(name, &who, nil) }

// TrackValue is like [Flags.Track] for an event with a value that metrics can sum.
func (f *Flags) TrackValue(name string, who EvalContext, value float64) { f.track(name, &who, &value) }

func (f *Flags) track(name string, who *EvalContext, value *float64) {
	if f.telemetry == nil {
		f.untracked.Do(func() {
			f.held.fail(failure(ErrorTelemetry, "Track sends nothing: open the flags with Telemetry."))
		})
		return
	}
	// An event whose context cannot be read is dropped.
	defer func() { _ = recover() }()
	f.telemetry.tracked.track(name, f.toldOf(name, who), value)
}

// toldOf returns the part of a context that is sent with an event: the user's ids and the attributes that experiments split
// by. An event that exposes is sent with all attributes, because the service evaluates flags with them.
func (f *Flags) toldOf(event string, who *EvalContext) plainContext {
	names := f.telemetry.tracked.splitBy.add()
	if snapshot := f.held.snapshot.Load(); snapshot != nil {
		running := snapshot.Experiments()
		names = f.telemetry.tracked.splitBy.add(running.Attributes...)
		if _, exposes := running.Events[event]; exposes {
			names = slices.Collect(maps.Keys(who.Attributes))
		}
	}
	told := cutTo(names, who)
	told.UserID, told.AnonymousID = who.UserID, who.AnonymousID
	return told
}
