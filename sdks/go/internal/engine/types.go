// Package engine answers what a flag says for a context. It knows neither networks nor clocks: a bundle goes in, compiled
// flags come out. Its files have the names of the TypeScript engine's, and ../../../../conformance holds both to the same
// answers.
package engine

import (
	"encoding/json"
	"sync/atomic"
)

// Context is whom a flag is evaluated for. An empty text counts as none.
type Context struct {
	UserID       string
	AnonymousID  string
	Attributes   map[string]any
	ProxyCountry string
}

// Reason is why a flag answered what it did.
type Reason string

// Every reason there is.
const (
	Disabled     Reason = "DISABLED"
	RuleMatch    Reason = "RULE_MATCH"
	Rollout      Reason = "ROLLOUT"
	Default      Reason = "DEFAULT"
	FlagNotFound Reason = "FLAG_NOT_FOUND"
	Failed       Reason = "ERROR"
)

// Outcome is one thing that a flag can answer. It is made when the flag is compiled, so that an evaluation only chooses.
type Outcome struct {
	// Value is a bool, a string, a float64, or what encoding/json makes of an object or an array; nil on error.
	Value        any
	Reason       Reason
	RuleID       string
	Variant      string
	Prerequisite string
	// HasVariant is whether there is a variant: its key may be empty.
	HasVariant bool

	// Flag is what answers it.
	Flag *Flag
	// Count is how often it was answered since that was last told.
	Count atomic.Int64
	// Attached is for the engine's user: what it makes of the outcome once and needs again.
	Attached atomic.Pointer[any]
}

// Raw is the JSON text of a value that is an object or an array, as the bundle has it.
func (o *Outcome) Raw() json.RawMessage {
	if o.Flag == nil || o.Flag.raw == nil {
		return nil
	}
	return rawValue(o.Flag.raw, o.Value)
}

// FlagMeta is what a bundle says of a flag beside its config.
type FlagMeta struct {
	ID         string
	Version    int64
	ClientSafe bool
	// Static is whether every user gets the same answer.
	Static bool
	// Experiment runs on the flag; nil where none does.
	Experiment *Experiment
}
