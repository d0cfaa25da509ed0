package bunting

import "github.com/bunting-flags/bunting/sdks/go/internal/engine"

// resolution is the result of looking a flag up and evaluating it: an outcome or an error. failed is counted in place of
// outcome if the value has the wrong type.
type resolution struct {
	outcome, failed *engine.Outcome
	// exposing is the flag if its outcomes may expose units to an experiment and there is telemetry to report them.
	exposing *engine.Flag
	err      EvaluationError
}

// resolve is deliberately not generic: a generic function that is called from another package moves the context to the
// heap.
func (f *Flags) resolve(key string, who *EvalContext) resolution {
	snapshot := f.held.snapshot.Load()
	if snapshot == nil {
		return resolution{err: ErrorNotReady}
	}
	flag := snapshot.Find(key)
	if flag == nil {
		if f.telemetry != nil {
			f.telemetry.count(f.unknown.of(key))
		}
		return resolution{err: ErrorFlagNotFound}
	}
	if flag.Broken {
		f.count(flag.Failure)
		return resolution{err: ErrorGeneral}
	}
	outcome := evaluate(flag, who)
	if outcome == nil {
		f.count(flag.Failure)
		return resolution{err: ErrorGeneral}
	}
	if flag.MayExpose && f.telemetry != nil {
		return resolution{outcome: outcome, failed: flag.Failure, exposing: flag}
	}
	return resolution{outcome: outcome, failed: flag.Failure}
}

// evaluate returns nil if a method of an attribute panics.
func evaluate(flag *engine.Flag, who *EvalContext) (outcome *engine.Outcome) {
	defer func() {
		if recover() != nil {
			outcome = nil
		}
	}()
	return flag.Evaluate((*engine.Context)(who))
}

func (f *Flags) count(outcome *engine.Outcome) {
	if f.telemetry != nil {
		f.telemetry.count(outcome)
	}
}

// valueOf counts the evaluation and returns its value, or fallback and false if it failed or has another type.
func valueOf[Value bool | string | float64](f *Flags, found resolution, fallback Value) (Value, bool) {
	if found.err != "" {
		return fallback, false
	}
	value, ok := found.outcome.Value.(Value)
	if !ok {
		f.count(found.failed)
		return fallback, false
	}
	f.count(found.outcome)
	return value, true
}

func detailsOf[Value any](f *Flags, found resolution, fallback Value, read func(*engine.Outcome) (Value, bool)) Details[Value] {
	if found.err != "" {
		return fallbackDetails(found.err, fallback)
	}
	value, ok := read(found.outcome)
	if !ok {
		f.count(found.failed)
		return fallbackDetails(ErrorTypeMismatch, fallback)
	}
	f.count(found.outcome)
	return detailsFrom(found.outcome, value)
}

func detailsFrom[Value any](outcome *engine.Outcome, value Value) Details[Value] {
	return Details[Value]{
		Value:        value,
		Reason:       Reason(outcome.Reason),
		RuleID:       outcome.RuleID,
		Variant:      outcome.Variant,
		Prerequisite: outcome.Prerequisite,
		Version:      outcome.Flag.Meta.Version,
		IsStatic:     outcome.Flag.Meta.Static,
	}
}

func fallbackDetails[Value any](err EvaluationError, fallback Value) Details[Value] {
	reason := ReasonError
	if err == ErrorFlagNotFound {
		reason = ReasonFlagNotFound
	}
	return Details[Value]{Value: fallback, Reason: reason, Error: err}
}

func plain[Value any](outcome *engine.Outcome) (Value, bool) {
	value, ok := outcome.Value.(Value)
	return value, ok
}

// whole returns a number value as an int; false if it is not one.
func whole(outcome *engine.Outcome) (int, bool) {
	number, ok := outcome.Value.(float64)
	read := int(number)
	return read, ok && float64(read) == number && number >= -(1<<53) && number <= 1<<53
}

// document returns the value of a json flag: an object or an array.
func document(outcome *engine.Outcome) (any, bool) {
	switch outcome.Value.(type) {
	case map[string]any, []any:
		return outcome.Value, true
	}
	return nil, false
}
