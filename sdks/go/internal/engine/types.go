// Package engine evaluates flags for a context. It uses neither the network nor a clock: a bundle goes in, compiled flags
// come out. Its files are named after those of the TypeScript engine, and ../../../../conformance tests that both give the
// same answers.
package engine

import (
	"encoding/json"
	"sync/atomic"
)

// Context is the user and attributes that a flag is evaluated for. Empty texts count as missing.
type Context struct {
	UserID       string
	AnonymousID  string
	Attributes   map[string]any
	ProxyCountry string
}

// Reason is the reason why a flag has its value.
type Reason string

// The reasons for a value.
const (
	Disabled     Reason = "DISABLED"
	RuleMatch    Reason = "RULE_MATCH"
	Rollout      Reason = "ROLLOUT"
	Default      Reason = "DEFAULT"
	FlagNotFound Reason = "FLAG_NOT_FOUND"
	Failed       Reason = "ERROR"
)

// Outcome is a possible result of a flag. It is created when the flag is compiled, so that an evaluation only selects one.
type Outcome struct {
	// Value is a bool, a string, a float64, or an object or array as encoding/json decodes it; nil on error.
	Value        any
	Reason       Reason
	RuleID       string
	Variant      string
	Prerequisite string
	// HasVariant reports whether there is a variant, since its key may be empty.
	HasVariant bool

	// Flag is the flag that this is an outcome of.
	Flag *Flag
	// Count is the number of evaluations since they were last reported.
	Count atomic.Int64
	// Attached is for users of the engine: a value that they derive from the outcome once and reuse.
	Attached atomic.Pointer[any]
}

// Raw returns the JSON text of an object or array, as the bundle has it.
func (o *Outcome) Raw() json.RawMessage {
	if o.Flag == nil || o.Flag.text == "" {
		return nil
	}
	return rawValue(o.Flag.text, o.Value)
}

// FlagMeta holds the fields of a flag in a bundle other than its config.
type FlagMeta struct {
	ID         string
	Version    int64
	ClientSafe bool
	// Static reports whether every user gets the same value.
	Static bool
	// Experiment is the experiment that runs on the flag; nil if there is none.
	Experiment *Experiment
}
