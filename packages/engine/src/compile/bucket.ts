import { murmur3 } from '../hash/murmur3.ts'

export const bucketCount = 100_000

/** The seed of a rule's rollout. It is computed when the rule is compiled, so that only the unit is hashed on evaluation. */
export const rolloutSeed = (flagKey: string, ruleId: string): number => murmur3(`${flagKey}:${ruleId}`)

/** The seed for variants. It differs from the rollout's, so that changing a percentage moves nobody between variants. */
export const variantSeed = (flagKey: string, ruleId: string): number => murmur3(`${flagKey}:${ruleId}:variant`)

/** The bucket of a unit, from 0 to 99,999. */
export const bucketOf = (seed: number, unit: string): number =>
  Math.floor((murmur3(unit, seed) * bucketCount) / 0x1_0000_0000)

/** The threshold of a percentage: units with a bucket below it are in the rollout. */
export const thresholdOf = (rolloutPercentage: number): number => Math.round(rolloutPercentage * 1_000)

/** The first hash whose bucket reaches the threshold. Comparing hashes avoids computing a bucket. */
export const endOf = (threshold = bucketCount): number => Math.ceil((threshold * 0x1_0000_0000) / bucketCount)
