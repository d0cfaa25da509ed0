import { type Read, readAttribute } from './attribute.ts'
import { bucketOf, rolloutSeed, thresholdOf, variantSeed } from './bucket.ts'
import type { Step } from './step.ts'
import type { Rule } from './types.ts'
import { unitOf } from './unit.ts'

/** How a rule tells apart those for whom its conditions hold. A distribution alone has no threshold. */
export type Bucketing = { bucketBy: Read | undefined; seed: number; threshold: number | undefined }

export function compileBucketing(flagKey: string, rule: Rule): Bucketing | undefined {
  const { id, rolloutPercentage, distribution } = rule
  const bucketBy = rule.bucketBy ? readAttribute(rule.bucketBy) : undefined
  if (rolloutPercentage !== undefined) {
    return { bucketBy, seed: rolloutSeed(flagKey, id), threshold: thresholdOf(rolloutPercentage) }
  }
  return distribution && { bucketBy, seed: variantSeed(flagKey, id), threshold: undefined }
}

/** Lets `choose` answer for the units below the threshold; without a threshold, for every unit. */
export function rollOut<Outcome, Otherwise>(
  { bucketBy, seed, threshold }: Bucketing,
  choose: (unit: string) => Outcome,
  otherwise: Otherwise,
): Step<Outcome, Otherwise> {
  if (threshold === undefined) {
    return (context) => {
      const unit = unitOf(bucketBy, context)
      return unit === undefined ? otherwise : choose(unit)
    }
  }
  return (context) => {
    const unit = unitOf(bucketBy, context)
    return unit !== undefined && bucketOf(seed, unit) < threshold ? choose(unit) : otherwise
  }
}
