import { murmur3 } from '../hash/murmur3.ts'
import type { EvaluationContext, Rule } from '../types.ts'
import { type Read, readAttribute } from './attribute.ts'
import { endOf, rolloutSeed, thresholdOf, variantSeed } from './bucket.ts'
import { compileDistribution } from './distribution.ts'
import type { Outcomes } from './outcome.ts'
import { unitOf } from './unit.ts'

/** The split of the contexts for which a rule's conditions hold. A distribution without a percentage has no threshold. */
export type Rollout<Outcome> = {
  readonly bucketBy: Read | undefined
  readonly seed: number
  readonly threshold: number | undefined
  /** The first hash outside the rollout: hashes below it are those with a bucket below the threshold. */
  readonly end: number
  /** The outcome for every unit in the rollout; undefined if `choose` decides. */
  readonly outcome: Outcome | undefined
  readonly choose: ((unit: string) => Outcome | undefined) | undefined
}

export function compileRollout<Outcome>(
  flagKey: string,
  rule: Rule,
  outcomes: Outcomes<Outcome>,
): Rollout<Outcome> | undefined {
  const { id, value, rolloutPercentage, distribution } = rule
  if (rolloutPercentage === undefined && distribution === undefined) return undefined
  const bucketBy = rule.bucketBy ? readAttribute(rule.bucketBy) : undefined
  const choose = distribution && compileDistribution(flagKey, id, distribution, outcomes)
  const outcome = choose || value === undefined ? undefined : outcomes.ofValue(value, 'ROLLOUT', id)
  if (rolloutPercentage === undefined) {
    return { bucketBy, outcome, choose, seed: variantSeed(flagKey, id), threshold: undefined, end: endOf(undefined) }
  }
  const threshold = thresholdOf(rolloutPercentage)
  return { bucketBy, outcome, choose, seed: rolloutSeed(flagKey, id), threshold, end: endOf(threshold) }
}

/** The outcome for the context's unit; undefined without a unit, or outside the rollout. */
export function rollOut<Outcome>(rollout: Rollout<Outcome>, context: EvaluationContext): Outcome | undefined {
  const unit = unitOf(rollout.bucketBy, context)
  if (unit === undefined) return undefined
  if (rollout.threshold !== undefined && murmur3(unit, rollout.seed) >= rollout.end) return undefined
  return rollout.choose === undefined ? rollout.outcome : rollout.choose(unit)
}
