package api

// Version is a version of a config.
type Version[Config any] struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	Config  Config `json:"config"`
}

// FlagConfig is the config of a flag in an environment. Values are as encoding/json decodes them.
type FlagConfig struct {
	Enabled       bool           `json:"enabled"`
	DefaultValue  any            `json:"defaultValue"`
	Rules         []Rule         `json:"rules"`
	Variants      []Variant      `json:"variants,omitempty"`
	Prerequisites []Prerequisite `json:"prerequisites,omitempty"`
}

// SegmentConfig is the config of a segment in an environment. Its rules have no values.
type SegmentConfig struct {
	Included []string `json:"included"`
	Excluded []string `json:"excluded"`
	Rules    []Rule   `json:"rules"`
}

// Rule is a rule of a flag or a segment.
type Rule struct {
	ID                string      `json:"id,omitempty"`
	Name              string      `json:"name"`
	Enabled           bool        `json:"enabled"`
	ConditionOperator string      `json:"conditionOperator"`
	Conditions        []Condition `json:"conditions"`
	Value             any         `json:"value,omitempty"`
	RolloutPercentage *float64    `json:"rolloutPercentage,omitempty"`
	Distribution      []Share     `json:"distribution,omitempty"`
	BucketBy          string      `json:"bucketBy,omitempty"`
	Hash              *Hash       `json:"hash,omitempty"`
}

// Condition is a condition on an attribute, on segments or on a share, or a group of conditions.
type Condition struct {
	Attribute  string      `json:"attribute,omitempty"`
	Operator   string      `json:"operator,omitempty"`
	Value      any         `json:"value,omitempty"`
	IgnoreCase bool        `json:"ignoreCase,omitempty"`
	All        []Condition `json:"all,omitempty"`
	Any        []Condition `json:"any,omitempty"`
	None       []Condition `json:"none,omitempty"`
}

// Share is the share of a variant in a distribution.
type Share struct {
	Variant string  `json:"variant"`
	Weight  float64 `json:"weight"`
}

// Hash makes a rule draw units like the service from which it was imported.
type Hash struct {
	Kind      string `json:"kind"`
	Salt      string `json:"salt"`
	SplitSalt string `json:"splitSalt,omitempty"`
}

// Variant is a value with a name.
type Variant struct {
	Key         string `json:"key"`
	Value       any    `json:"value"`
	Description string `json:"description,omitempty"`
}

// Prerequisite is another flag, and the values of which it must have one.
type Prerequisite struct {
	FlagKey string `json:"flagKey"`
	Values  []any  `json:"values"`
}
