package engine

// The limits of a config.
const (
	maxRules              = 100
	maxConditions         = 50
	maxVariants           = 50
	maxGroupDepth         = 3
	maxPrerequisites      = 10
	maxPrerequisiteValues = 20
	maxSegments           = 20
	maxSegmentRules       = 50
	maxSegmentIDs         = 20_000
	maxJSONDepth          = 32
	maxSalt               = 512
	maxListItems          = 100
	maxValues             = 1_000
	maxPattern            = 512
)
