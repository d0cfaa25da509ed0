package bunting

import "github.com/bunting-flags/bunting/sdks/go/internal/engine"

// EvalContext is whom a flag is evaluated for.
type EvalContext struct {
	// UserID is stable, so that a user in a rollout stays in it. Empty is none.
	UserID string
	// AnonymousID stands in where there is no UserID.
	AnonymousID string
	// Attributes is what rules ask about: strings, booleans, numbers of any type, times, whatever has a MarshalText such as
	// a UUID, and slices of up to 100 of these. One that is nil, an empty slice or anything else counts as missing. The map is only read, and never kept.
	Attributes map[string]any
	// ProxyCountry is what a proxy that you trust said of the caller's country, as two letters. Conditions on the country
	// read it where the attribute is missing.
	ProxyCountry string
}

// Reason is why a flag answered what it did.
type Reason string

// Every reason there is.
const (
	// ReasonDisabled: the flag is off.
	ReasonDisabled = Reason(engine.Disabled)
	// ReasonRuleMatch: a rule matched.
	ReasonRuleMatch = Reason(engine.RuleMatch)
	// ReasonRollout: a rule matched that gives something to a part of those it matches, or splits them.
	ReasonRollout = Reason(engine.Rollout)
	// ReasonDefault: no rule matched.
	ReasonDefault = Reason(engine.Default)
	// ReasonFlagNotFound: there is no such flag; the value is the fallback.
	ReasonFlagNotFound = Reason(engine.FlagNotFound)
	// ReasonError: the value is the fallback; Details.Error says why.
	ReasonError = Reason(engine.Failed)
)

// EvaluationError is why a fallback was given instead of what the flag says.
type EvaluationError string

// Every reason for a fallback.
const (
	ErrorFlagNotFound EvaluationError = "FLAG_NOT_FOUND"
	ErrorTypeMismatch EvaluationError = "TYPE_MISMATCH"
	ErrorNotReady     EvaluationError = "NOT_READY"
	ErrorGeneral      EvaluationError = "GENERAL"
)

// Details is an answer with its reasons.
type Details[Value any] struct {
	Value  Value
	Reason Reason
	// RuleID is that of the rule that matched.
	RuleID  string
	Variant string
	// Prerequisite is the flag that this one needs and that does not answer what it has to: this one is off because of it.
	Prerequisite string
	// Version is that of the flag's config; 0 where the value is the fallback.
	Version int64
	// IsStatic is true where the flag has no rules, so that every user gets the same answer.
	IsStatic bool
	// Error is empty unless Value is the caller's fallback.
	Error EvaluationError
}

// Status is how things stand.
type Status string

// Every status there is.
const (
	// StatusStarting: there are no flags yet.
	StatusStarting Status = "starting"
	// StatusReady: flags are what Bunting has, or what was kept until Bunting answers.
	StatusReady Status = "ready"
	// StatusStale: Bunting cannot be reached; answers come from the flags of before.
	StatusStale Status = "stale"
	// StatusClosed: nothing is followed any more; flags answer on.
	StatusClosed Status = "closed"
)
