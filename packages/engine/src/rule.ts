import { variantSeed } from './bucket.ts'
import { type CompiledCondition, compileCondition } from './condition.ts'
import { compileDistribution } from './distribution.ts'
import { guardFor } from './guard.ts'
import type { Outcomes } from './outcome.ts'
import { type Bucketing, compileBucketing, rollOut } from './rollout.ts'
import type { Answer, Step } from './step.ts'
import type { Rule } from './types.ts'

export type CompiledRule<Outcome, Otherwise> = {
  readonly conditions: readonly CompiledCondition[]
  /** Whether the conditions hold, whatever comes of it. */
  readonly holds: Step<boolean, boolean>
  readonly bucketing: Bucketing | undefined
  readonly step: Step<Outcome, Otherwise>
}

/** `otherwise` is the default in a flag's last rule, so that nothing need be called to find it; undefined before that. */
export function compileRule<Outcome, Otherwise>(
  flagKey: string,
  rule: Rule,
  outcomes: Outcomes<Outcome>,
  otherwise: Otherwise,
): CompiledRule<Outcome, Otherwise> {
  const conditions = rule.conditions.map(compileCondition)
  const guard = guardFor(rule.conditionOperator, conditions)
  const bucketing = compileBucketing(flagKey, rule)
  return {
    conditions,
    holds: guard(conditions, { step: () => true }, false),
    bucketing,
    step: guard(conditions, compileAnswer(flagKey, rule, bucketing, outcomes, otherwise), otherwise),
  }
}

function compileAnswer<Outcome, Otherwise>(
  flagKey: string,
  { id, value, distribution }: Rule,
  bucketing: Bucketing | undefined,
  outcomes: Outcomes<Outcome>,
  otherwise: Otherwise,
): Answer<Outcome, Otherwise> {
  if (distribution && bucketing) {
    const chosen = distribution.flatMap((share) => outcomes.ofVariant(share.variant, id) ?? [])
    if (chosen.length === 0 || chosen.length < distribution.length) return { step: () => otherwise }
    return { step: rollOut(bucketing, compileDistribution(variantSeed(flagKey, id), distribution, chosen), otherwise) }
  }
  if (value === undefined) return { step: () => otherwise }
  if (!bucketing) {
    const always = outcomes.ofValue(value, 'RULE_MATCH', id)
    return { always, step: () => always }
  }
  const outcome = outcomes.ofValue(value, 'ROLLOUT', id)
  return { step: rollOut(bucketing, () => outcome, otherwise) }
}
