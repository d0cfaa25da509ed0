package bunting

import "github.com/bunting-flags/bunting/sdks/go/internal/engine"

// resolve finds what a flag answers, and what counts it where the answer is of no use.
func (f *Flags) resolve(key string, who *EvalContext) (outcome, failed *engine.Outcome, err EvaluationError) {
	snapshot := f.held.snapshot.Load()
	if snapshot == nil {
		return nil, nil, ErrorNotReady
	}
	flag := snapshot.Find(key)
	if flag == nil {
		if f.telemetry != nil {
			f.telemetry.count(f.unknown.of(key))
		}
		return nil, nil, ErrorFlagNotFound
	}
	if flag.Broken {
		f.count(flag.Failure)
		return nil, nil, ErrorGeneral
	}
	if outcome = evaluate(flag, who); outcome == nil {
		f.count(flag.Failure)
		return nil, nil, ErrorGeneral
	}
	return outcome, flag.Failure, ""
}

// evaluate is nil where an attribute's own method panics.
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

// valueOf is what a flag of one type says, or the fallback.
func valueOf[Value bool | string | float64](f *Flags, key string, who *EvalContext, fallback Value) Value {
	outcome, failed, err := f.resolve(key, who)
	if err != "" {
		return fallback
	}
	value, ok := outcome.Value.(Value)
	if !ok {
		f.count(failed)
		return fallback
	}
	f.count(outcome)
	return value
}

func detailsOf[Value any](f *Flags, key string, who *EvalContext, fallback Value, read func(*engine.Outcome) (Value, bool)) Details[Value] {
	outcome, failed, err := f.resolve(key, who)
	if err != "" {
		return fallbackDetails(err, fallback)
	}
	value, ok := read(outcome)
	if !ok {
		f.count(failed)
		return fallbackDetails(ErrorTypeMismatch, fallback)
	}
	f.count(outcome)
	return detailsFrom(outcome, value)
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

// whole reads a number that is an int.
func whole(outcome *engine.Outcome) (int, bool) {
	number, ok := outcome.Value.(float64)
	read := int(number)
	return read, ok && float64(read) == number && number >= -(1<<53) && number <= 1<<53
}

// document reads an object or an array.
func document(outcome *engine.Outcome) (any, bool) {
	switch outcome.Value.(type) {
	case map[string]any, []any:
		return outcome.Value, true
	}
	return nil, false
}
