package api

// Version is one of a config.
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

// SegmentConfig is the config of a segment in an environment. Its rules have no answer.
type SegmentConfig struct {
	Included []string `json:"included"`
	Excluded []string `json:"excluded"`
	Rules    []Rule   `json:"rules"`
}

// Rule is one of a flag or a segment.
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

// Condition is of an attribute, of segments or of a share, or a group of conditions.
type Condition struct {
	Attribute  string      `json:"attribute,omitempty"`
	Operator   string      `json:"operator,omitempty"`
	Value      any         `json:"value,omitempty"`
	IgnoreCase bool        `json:"ignoreCase,omitempty"`
	All        []Condition `json:"all,omitempty"`
	Any        []Condition `json:"any,omitempty"`
	None       []Condition `json:"none,omitempty"`
}

// Share is a variant's part of a distribution.
type Share struct {
	Variant string  `json:"variant"`
	Weight  float64 `json:"weight"`
}

// Hash draws units as the service does that a rule came from.
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

// Prerequisite is another flag, and the answers of it that are needed.
type Prerequisite struct {
	FlagKey string `json:"flagKey"`
	Values  []any  `json:"values"`
}
