package engine

// flagConfig is the config of a flag, parsed and found well-formed.
type flagConfig struct {
	version       int64
	enabled       bool
	defaultValue  any
	rules         []rule
	variants      []variant
	prerequisites []prerequisite
}

type rule struct {
	id         string
	enabled    bool
	matchesAny bool
	conditions []condition
	hasValue   bool
	value      any
	hasRollout bool
	percentage float64
	splits     bool
	shares     []share
	bucketBy   string
	hash       *ruleHash
}

type ruleHash struct {
	kind            hashKind
	salt, splitSalt string
}

type share struct {
	variant string
	weight  float64
}

type variant struct {
	key   string
	value any
}

type prerequisite struct {
	flagKey string
	values  []any
}

// segmentConfig defines an audience. Its lists hold values of the attribute unit, or user ids if there is none.
type segmentConfig struct {
	hasUnit            bool
	unit               string
	included, excluded []string
	// large is the list of a segment that consists of a large list only.
	large *LargeList
	rules []rule
}

type conditionKind uint8

const (
	comparison conditionKind = iota
	membership
	shareOfUnits
	allOf
	anyOf
	noneOf
)

type condition struct {
	kind conditionKind
	// hasAttribute is set in a share of units: without an attribute the unit is the user.
	hasAttribute bool
	hasValue     bool
	ignoreCase   bool
	// negated reports whether, in a membership, the context must be in none of the segments.
	negated   bool
	hash      hashKind
	attribute string
	operator  *operator
	value     any
	segments  []string
	// In a share of units.
	from, to float64
	salt     string
	// In a group.
	members []condition
}

// textOf returns the text of a value, as the condition compares it.
func (c *condition) textOf(value any) (string, bool) {
	text, ok := scalarText(value)
	if ok && c.ignoreCase {
		text = fold(text)
	}
	return text, ok
}
