package engine

const bucketCount = 100_000

// rolloutSeed is computed when a rule is compiled, so that only the unit is hashed on evaluation.
func rolloutSeed(flagKey, ruleID string) uint32 { return murmur3(flagKey+":"+ruleID, 0) }

// variantSeed differs from the rollout's seed, so that changing a percentage moves no user between variants.
func variantSeed(flagKey, ruleID string) uint32 { return murmur3(flagKey+":"+ruleID+":variant", 0) }

// bucketOf returns the bucket of a unit, from 0 to 99,999.
func bucketOf(seed uint32, unit string) int {
	return int(uint64(murmur3(unit, seed)) * bucketCount >> 32)
}

// thresholdOf returns the first bucket outside a percentage.
func thresholdOf(rolloutPercentage float64) uint64 {
	return uint64(roundHalfUp(rolloutPercentage * 1_000))
}

// endOf returns the first hash whose bucket reaches a threshold. Comparing hashes avoids computing a bucket.
func endOf(border uint64) uint64 { return (border<<32 + bucketCount - 1) / bucketCount }
