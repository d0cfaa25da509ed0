import { murmur3 } from '../hash/murmur3.ts'

export const bucketCount = 100_000

/** A rule's seed is known when it is compiled, so that only the unit is hashed when it is evaluated. */
export const rolloutSeed = (flagKey: string, ruleId: string): number => murmur3(`${flagKey}:${ruleId}`)

/** Another seed than the rollout's, so that changing a percentage moves nobody between variants. */
export const variantSeed = (flagKey: string, ruleId: string): number => murmur3(`${flagKey}:${ruleId}:variant`)

/** 0 to 99,999. */
export const bucketOf = (seed: number, unit: string): number =>
  Math.floor((murmur3(unit, seed) * bucketCount) / 0x1_0000_0000)

/** A unit is in when its bucket is below this. */
export const thresholdOf = (rolloutPercentage: number): number => Math.round(rolloutPercentage * 1_000)

/** The first hash whose bucket is not below the threshold: comparing hashes saves working out a bucket. */
export const endOf = (threshold = bucketCount): number => Math.ceil((threshold * 0x1_0000_0000) / bucketCount)
