package bunting

import (
	"maps"
	"slices"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// ReadOption changes what comes of one question.
type ReadOption uint8

// WithoutExposure reads a flag without exposing anybody to an experiment, as for a page that only lists what there is.
const WithoutExposure ReadOption = 1

// used tells who was exposed by an answer that somebody sees.
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

// expose never panics, though a context's attributes may: the answer is there all the same.
func (f *Flags) expose(flag *engine.Flag, outcome *engine.Outcome, who *EvalContext) {
	defer func() { _ = recover() }()
	if flag.NeedsExposing() {
		f.exposeNeeded(flag, *who)
	}
	f.telemetry.exposed(flag, outcome, who)
}

// exposeNeeded has a context of its own, which it needs on the heap.
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

// cutTo is what a context has under these names, and no more.
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

// Track tells that something happened, for metrics and experiments. It never panics and never waits: events are told with the
// telemetry; without that nothing is, and an error says so once. Of the context only the ids of the unit leave the process.
func (f *Flags) Track(name string, who EvalContext) { f.track(name, &who, nil) }

// TrackValue tells that something happened, with a value that sums add up. Otherwise it is as Track.
func (f *Flags) TrackValue(name string, who EvalContext, value float64) { f.track(name, &who, &value) }

func (f *Flags) track(name string, who *EvalContext, value *float64) {
	if f.telemetry == nil {
		f.untracked.Do(func() {
			f.held.fail(failure(ErrorTelemetry, "Track sends nothing: open the flags with Telemetry."))
		})
		return
	}
	// What cannot be read of a context cannot be told.
	defer func() { _ = recover() }()
	f.telemetry.tracked.track(name, f.toldOf(name, who), value)
}

// toldOf is the ids of the user and what experiments split by; of an event that exposes it is everything, since the service
// evaluates by it.
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
