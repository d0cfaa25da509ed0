package engine

// flagConfig is what a flag answers, read and found well formed.
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

// segmentConfig is an audience. The lists hold what `unit` names; the user where it names nothing.
type segmentConfig struct {
	hasUnit            bool
	unit               string
	included, excluded []string
	// large is the list of a segment that has no more than that.
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
	kind      conditionKind
	attribute string
	operator  operator
	// hasAttribute is of a share of units: without one the unit is the user.
	hasAttribute bool
	hasValue     bool
	value        any
	ignoreCase   bool
	// Of a membership: the segments, and whether the context must be in none of them.
	segments []string
	negated  bool
	// Of a share of units.
	from, to float64
	salt     string
	hash     hashKind
	// Of a group.
	members []condition
}

// textOf is the text of a value that the condition compares with.
func (c *condition) textOf(value any) (string, bool) {
	text, ok := scalarText(value)
	if ok && c.ignoreCase {
		text = fold(text)
	}
	return text, ok
}
