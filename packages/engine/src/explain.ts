import { bucketOf } from './bucket.ts'
import type { CompiledCondition } from './condition.ts'
import { flagNotFound, outcomesOf } from './outcome.ts'
import type { Bucketing } from './rollout.ts'
import { type CompiledRule, compileRule } from './rule.ts'
import { textOf } from './text.ts'
import type { Condition, EvaluationContext, EvaluationResult, FlagConfig, FlagValue, Rule } from './types.ts'
import { unitOf } from './unit.ts'

type RuleOutcome = 'matched' | 'not_matched' | 'disabled' | 'outside_rollout' | 'not_reached'

/** What was compared; `actual` is null where the attribute is missing. */
export type ConditionExplanation = Condition & { actual: FlagValue | null; matched: boolean }

export type RuleExplanation = {
  id: string
  name: string
  outcome: RuleOutcome
  /** Where the unit fell: in the rollout, or in the distribution where that is alone. */
  bucket?: number
  /** The first bucket outside the rollout. */
  threshold?: number
  /** Absent where the rule is off or was not reached. */
  conditions?: ConditionExplanation[]
}

export type Explanation = { result: EvaluationResult; rules: RuleExplanation[] }

/** Runs the very steps that `evaluate` runs, one by one, and tells of each what it did. */
export function explain(flagKey: string, config: FlagConfig | undefined, context: EvaluationContext): Explanation {
  if (!config) return { result: flagNotFound, rules: [] }
  const outcomes = outcomesOf(config, (result) => result)
  let result = config.enabled ? undefined : outcomes.ofValue(config.defaultValue, 'DISABLED')
  const rules = config.rules.map((rule): RuleExplanation => {
    if (result) return { id: rule.id, name: rule.name, outcome: 'not_reached' }
    if (!rule.enabled) return { id: rule.id, name: rule.name, outcome: 'disabled' }
    const compiled = compileRule(flagKey, rule, outcomes, undefined)
    result = compiled.step(context)
    return explainRule(rule, compiled, context)
  })
  return { result: result ?? outcomes.ofValue(config.defaultValue, 'DEFAULT'), rules }
}

function explainRule(
  { id, name }: Rule,
  { conditions, holds, bucketing, step }: CompiledRule<EvaluationResult, undefined>,
  context: EvaluationContext,
): RuleExplanation {
  const fall = bucketing && holds(context) ? explainBucketing(bucketing, context) : {}
  const isOutside = fall.bucket !== undefined && fall.threshold !== undefined && fall.bucket >= fall.threshold
  const outcome = step(context) ? 'matched' : isOutside ? 'outside_rollout' : 'not_matched'
  return { id, name, outcome, ...fall, conditions: conditions.map((each) => explainCondition(each, context)) }
}

function explainBucketing({ bucketBy, seed, threshold }: Bucketing, context: EvaluationContext) {
  const unit = unitOf(bucketBy, context)
  return {
    ...(unit !== undefined && { bucket: bucketOf(seed, unit) }),
    ...(threshold !== undefined && { threshold }),
  }
}

function explainCondition({ condition, read, test }: CompiledCondition, context: EvaluationContext) {
  const actual = read(context)
  const isMissing = textOf(actual) === undefined
  return { ...condition, actual: isMissing ? null : (actual as FlagValue), matched: test(actual) }
}
