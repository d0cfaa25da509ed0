import { type Read, readAttribute } from './attribute.ts'
import { bucketOf, rolloutSeed, thresholdOf, variantSeed } from './bucket.ts'
import { compileDistribution } from './distribution.ts'
import type { Outcomes } from './outcome.ts'
import type { EvaluationContext, Rule } from './types.ts'
import { unitOf } from './unit.ts'

/** How a rule tells apart those for whom its conditions hold. A distribution alone has no threshold. */
export type Rollout<Outcome> = {
  readonly bucketBy: Read | undefined
  readonly seed: number
  readonly threshold: number | undefined
  readonly choose: (unit: string) => Outcome | undefined
}

export function compileRollout<Outcome>(
  flagKey: string,
  rule: Rule,
  outcomes: Outcomes<Outcome>,
): Rollout<Outcome> | undefined {
  const { id, rolloutPercentage, distribution } = rule
  if (rolloutPercentage === undefined && distribution === undefined) return undefined
  const bucketBy = rule.bucketBy ? readAttribute(rule.bucketBy) : undefined
  const choose = distribution ? compileDistribution(flagKey, id, distribution, outcomes) : compileValue(rule, outcomes)
  if (rolloutPercentage === undefined) return { bucketBy, choose, seed: variantSeed(flagKey, id), threshold: undefined }
  return { bucketBy, choose, seed: rolloutSeed(flagKey, id), threshold: thresholdOf(rolloutPercentage) }
}

function compileValue<Outcome>({ id, value }: Rule, outcomes: Outcomes<Outcome>): Rollout<Outcome>['choose'] {
  const outcome = value === undefined ? undefined : outcomes.ofValue(value, 'ROLLOUT', id)
  return () => outcome
}

/** What this context's unit gets; undefined where it has none, or is outside the rollout. */
export function rollOut<Outcome>(rollout: Rollout<Outcome>, context: EvaluationContext): Outcome | undefined {
  const unit = unitOf(rollout.bucketBy, context)
  if (unit === undefined) return undefined
  if (rollout.threshold !== undefined && bucketOf(rollout.seed, unit) >= rollout.threshold) return undefined
  return rollout.choose(unit)
}
