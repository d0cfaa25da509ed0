import { bucketOf } from './bucket.ts'
import type { CompiledCondition } from './condition.ts'
import { answerOf, conditionHolds, conditionsHold } from './interpret.ts'
import { flagNotFound, outcomesOf } from './outcome.ts'
import type { Rollout } from './rollout.ts'
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

/** Answers rule by rule as `evaluate` does, and tells of each why. */
export function explain(flagKey: string, config: FlagConfig | undefined, context: EvaluationContext): Explanation {
  if (!config) return { result: flagNotFound, rules: [] }
  const outcomes = outcomesOf(config, (result) => result)
  let result = config.enabled ? undefined : outcomes.ofValue(config.defaultValue, 'DISABLED')
  const rules = config.rules.map((rule): RuleExplanation => {
    if (result) return { id: rule.id, name: rule.name, outcome: 'not_reached' }
    if (!rule.enabled) return { id: rule.id, name: rule.name, outcome: 'disabled' }
    const { answer, explanation } = explainRule(rule, compileRule(flagKey, rule, outcomes), context)
    result = answer
    return explanation
  })
  return { result: result ?? outcomes.ofValue(config.defaultValue, 'DEFAULT'), rules }
}

/** Each condition is asked once: what it says serves the rule and whoever reads why. */
function explainRule({ id, name }: Rule, compiled: CompiledRule<EvaluationResult>, context: EvaluationContext) {
  const { rollout } = compiled
  const conditions = compiled.conditions.map((each) => explainCondition(each, context))
  const holds = conditionsHold(compiled, (_, at) => conditions[at]?.matched === true)
  const fall = rollout && holds ? explainRollout(rollout, context) : {}
  const isOutside = fall.bucket !== undefined && fall.threshold !== undefined && fall.bucket >= fall.threshold
  // Whoever is outside need not be hashed again to be told so.
  const answer = holds && !isOutside ? answerOf(compiled, context) : undefined
  const outcome = answer ? 'matched' : isOutside ? 'outside_rollout' : 'not_matched'
  const explanation: RuleExplanation = { id, name, outcome, ...fall, conditions }
  return { answer, explanation }
}

function explainRollout({ bucketBy, seed, threshold }: Rollout<unknown>, context: EvaluationContext) {
  const unit = unitOf(bucketBy, context)
  return {
    ...(unit !== undefined && { bucket: bucketOf(seed, unit) }),
    ...(threshold !== undefined && { threshold }),
  }
}

function explainCondition(compiled: CompiledCondition, context: EvaluationContext): ConditionExplanation {
  const actual = compiled.read(context)
  const isMissing = textOf(actual) === undefined
  return {
    ...compiled.condition,
    actual: isMissing ? null : (actual as FlagValue),
    matched: conditionHolds(compiled, context),
  }
}
