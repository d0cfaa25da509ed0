package engine

const bucketCount = 100_000

// rolloutSeed is known when a rule is compiled, so that only the unit is hashed when it is evaluated.
func rolloutSeed(flagKey, ruleID string) uint32 { return murmur3(flagKey+":"+ruleID, 0) }

// variantSeed is another than the rollout's, so that changing a percentage moves no user between variants.
func variantSeed(flagKey, ruleID string) uint32 { return murmur3(flagKey+":"+ruleID+":variant", 0) }

// bucketOf is 0 to 99,999.
func bucketOf(seed uint32, unit string) int {
	return int(uint64(murmur3(unit, seed)) * bucketCount >> 32)
}

// thresholdOf is the first bucket outside a percentage.
func thresholdOf(rolloutPercentage float64) uint64 {
	return uint64(roundHalfUp(rolloutPercentage * 1_000))
}

// endOf is the first hash whose bucket is not below a border: comparing hashes saves working out a bucket.
func endOf(border uint64) uint64 { return (border<<32 + bucketCount - 1) / bucketCount }
