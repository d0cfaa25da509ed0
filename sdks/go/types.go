package bunting

import "github.com/bunting-flags/bunting/sdks/go/internal/engine"

// EvalContext is the user and attributes that a flag is evaluated for.
type EvalContext struct {
	// UserID should be stable, because rollouts are drawn by it. Empty means none.
	UserID string
	// AnonymousID is used if there is no UserID.
	AnonymousID string
	// Attributes holds the values that rules compare: strings, booleans, numbers of any type, times, anything with a
	// MarshalText method such as a UUID, and slices of up to 100 of these. Nil, an empty slice and anything else count as
	// missing. The map is only read, and never retained.
	Attributes map[string]any
	// ProxyCountry is the caller's country as reported by a proxy that you trust, in two letters. Conditions on the country
	// use it if the attribute is missing.
	ProxyCountry string
}

// Reason is the reason why a flag has its value.
type Reason string

// The reasons for a value.
const (
	// ReasonDisabled means that the flag is off.
	ReasonDisabled = Reason(engine.Disabled)
	// ReasonRuleMatch means that a rule matched.
	ReasonRuleMatch = Reason(engine.RuleMatch)
	// ReasonRollout means that a rule matched that applies to a percentage of users or splits them.
	ReasonRollout = Reason(engine.Rollout)
	// ReasonDefault means that no rule matched.
	ReasonDefault = Reason(engine.Default)
	// ReasonFlagNotFound means that there is no such flag; the value is the fallback.
	ReasonFlagNotFound = Reason(engine.FlagNotFound)
	// ReasonError means that the value is the fallback, because of Details.Error.
	ReasonError = Reason(engine.Failed)
)

// EvaluationError is the reason why the value is the caller's fallback.
type EvaluationError string

// The reasons for a fallback.
const (
	ErrorFlagNotFound EvaluationError = "FLAG_NOT_FOUND"
	ErrorTypeMismatch EvaluationError = "TYPE_MISMATCH"
	ErrorNotReady     EvaluationError = "NOT_READY"
	ErrorGeneral      EvaluationError = "GENERAL"
)

// Details is a value, and the reason why the flag has it.
type Details[Value any] struct {
	Value  Value
	Reason Reason
	// RuleID is the id of the rule that matched.
	RuleID  string
	Variant string
	// Prerequisite is the key of the prerequisite that does not hold, because of which this flag is off.
	Prerequisite string
	// Version is the version of the flag's config; 0 if Value is the fallback.
	Version int64
	// IsStatic is true if the flag has no rules, so that its value is the same for every user.
	IsStatic bool
	// Error is empty unless Value is the caller's fallback.
	Error EvaluationError
}

// Status reports whether there are flags, and whether they are current.
type Status string

// The values of [Status].
const (
	// StatusStarting means that there are no flags yet.
	StatusStarting Status = "starting"
	// StatusReady means that flags are current, or were cached and are used until Bunting answers.
	StatusReady Status = "ready"
	// StatusStale means that Bunting cannot be reached; the last known flags are used.
	StatusStale Status = "stale"
	// StatusClosed means that changes are no longer followed; the last flags are used.
	StatusClosed Status = "closed"
)
