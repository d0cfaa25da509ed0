import type { Share } from '../types.ts'
import { bucketCount, bucketOf, variantSeed } from './bucket.ts'
import type { Outcomes } from './outcome.ts'

/** Chooses the variant in whose share a unit's bucket falls; none if any share names an unknown variant. */
export function compileDistribution<Outcome>(
  flagKey: string,
  ruleId: string,
  distribution: readonly Share[],
  variants: Pick<Outcomes<Outcome>, 'ofVariant'>,
): (unit: string) => Outcome | undefined {
  const outcomes = distribution.map((share) => variants.ofVariant(share.variant, ruleId))
  if (outcomes.includes(undefined)) return () => undefined
  const borders = bordersOf(distribution)
  const seed = variantSeed(flagKey, ruleId)
  return (unit) => {
    const bucket = bucketOf(seed, unit)
    return outcomes[borders.findIndex((border) => bucket < border)]
  }
}

/** The bucket at which each share ends: the running sum as a fraction of all buckets, rounded. */
function bordersOf(distribution: readonly Share[]): number[] {
  const total = distribution.reduce((sum, share) => sum + share.weight, 0)
  let running = 0
  return distribution.map((share) => {
    running += share.weight
    return Math.round((running * bucketCount) / total)
  })
}
