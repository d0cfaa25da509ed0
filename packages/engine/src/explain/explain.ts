import { bucketOf } from '../compile/bucket.ts'
import { type CompiledFlags, compileFlags } from '../compile/compile-flags.ts'
import type { CompiledSegment } from '../compile/condition.ts'
import { flagNotFound, outcomesOf, unreadable } from '../compile/outcome.ts'
import { isMet } from '../compile/prerequisite.ts'
import type { Rollout } from '../compile/rollout.ts'
import { type CompiledRule, compileRule } from '../compile/rule.ts'
import { unitOf } from '../compile/unit.ts'
import { answerOf, conditionsHold } from '../evaluate/interpret.ts'
import { type EvaluationId, nextEvaluation } from '../evaluate/memo.ts'
import type { FlagsSource } from '../graph/flag-graph.ts'
import { openDraws } from '../hash/draws.ts'
import { explainHash, type HashExplanation } from '../hash/hashed-rollout.ts'
import type {
  EvaluationContext,
  EvaluationResult,
  FlagConfig,
  FlagValue,
  Prerequisite,
  Reason,
  Rule,
} from '../types.ts'
import { type ConditionExplanation, explainCondition } from './explain-condition.ts'

type RuleOutcome = 'matched' | 'not_matched' | 'disabled' | 'outside_rollout' | 'not_reached'

export type RuleExplanation = {
  id: string
  name: string
  outcome: RuleOutcome
  /** The unit's bucket in the rollout, or in the distribution if there is no rollout. */
  bucket?: number
  /** The first bucket outside the rollout. */
  threshold?: number
  /** Replaces the bucket for a rule that draws as another service does. */
  hash?: HashExplanation
  /** Absent if the rule is off or was not reached. */
  conditions?: ConditionExplanation[]
}

export type PrerequisiteExplanation = Prerequisite & { actual: FlagValue | null; reason: Reason; matched: boolean }

export type Explanation = {
  result: EvaluationResult
  rules: RuleExplanation[]
  /** Absent if the flag has no prerequisites. */
  prerequisites?: PrerequisiteExplanation[]
}

/** Evaluates rule by rule as a compiled flag does, and explains each. `source` must contain all that the flag needs. */
export function explain(flagKey: string, source: FlagsSource, context: EvaluationContext): Explanation {
  const compiled = compileFlags(source)
  const flag = compiled.flags.get(flagKey)
  if (!flag) return { result: flagNotFound, rules: [] }
  const evaluation = nextEvaluation()
  // Evaluates all that the flag needs, in an order that avoids deep calls.
  flag.evaluateIn(context, evaluation)
  const { config } = source.flags.get(flagKey) as { config: FlagConfig }
  if (flag.broken) return explainUnreadable(config, compiled, context, evaluation)
  return explainConfig(flagKey, config, compiled, context, evaluation)
}

const notReached = ({ id, name }: Rule): RuleExplanation => ({ id, name, outcome: 'not_reached' })

/** Nothing in an unreadable config is reliable, but the answers of its prerequisites are still worth knowing. */
function explainUnreadable(
  config: FlagConfig,
  compiled: CompiledFlags,
  context: EvaluationContext,
  evaluation: EvaluationId,
): Explanation {
  const prerequisites = explainPrerequisites(config, compiled, context, evaluation)
  return { result: unreadable, rules: config.rules.map(notReached), ...(prerequisites && { prerequisites }) }
}

const explainPrerequisites = (
  config: FlagConfig,
  { flags }: CompiledFlags,
  context: EvaluationContext,
  evaluation: EvaluationId,
): PrerequisiteExplanation[] | undefined =>
  config.prerequisites?.map((prerequisite) => {
    const parent = flags.get(prerequisite.flagKey)?.ask(context, evaluation) ?? flagNotFound
    return { ...prerequisite, actual: parent.value, reason: parent.reason, matched: isMet(prerequisite, parent) }
  })

function explainConfig(
  flagKey: string,
  config: FlagConfig,
  compiled: CompiledFlags,
  context: EvaluationContext,
  evaluation: EvaluationId,
): Explanation {
  const outcomes = outcomesOf(config, (result) => result)
  const prerequisites = explainPrerequisites(config, compiled, context, evaluation)
  const unmet = prerequisites?.find(({ matched }) => !matched)?.flagKey
  let result: EvaluationResult | undefined
  if (!config.enabled) result = outcomes.ofValue(config.defaultValue, 'DISABLED')
  else if (unmet !== undefined) result = outcomes.ofPrerequisite(config.defaultValue, unmet)
  const draws = openDraws()
  const rules = config.rules.map((rule): RuleExplanation => {
    if (result) return notReached(rule)
    if (!rule.enabled) return { id: rule.id, name: rule.name, outcome: 'disabled' }
    const find = (key: string) => compiled.segments.get(key) as CompiledSegment
    const { answer, explanation } = explainRule(
      rule,
      compileRule(flagKey, rule, outcomes, find, draws),
      context,
      evaluation,
    )
    result = answer
    return explanation
  })
  result ??= outcomes.ofValue(config.defaultValue, 'DEFAULT')
  return prerequisites ? { result, rules, prerequisites } : { result, rules }
}

/** Evaluates each condition once, for the rule's result and for the explanation. */
function explainRule(
  { id, name }: Rule,
  compiled: CompiledRule<EvaluationResult>,
  context: EvaluationContext,
  evaluation: EvaluationId,
) {
  const { rollout, hashed } = compiled
  const conditions = compiled.conditions.map((each) => explainCondition(each, context, evaluation))
  const holds = conditionsHold(compiled, (_, at) => conditions[at]?.matched === true)
  const fall = rollout && holds ? explainRollout(rollout, context) : {}
  const { isOutside: isHashedOut = false, ...hash } = (holds && hashed && explainHash(hashed, context)) || {}
  const isBucketOut = fall.bucket !== undefined && fall.threshold !== undefined && fall.bucket >= fall.threshold
  const isOutside = isBucketOut || isHashedOut
  // If the unit is outside the rollout the answer is known, and the unit is not hashed again.
  const answer = holds && !isOutside ? answerOf(compiled, context) : undefined
  const outcome = answer ? 'matched' : isOutside ? 'outside_rollout' : 'not_matched'
  const drawn = 'kind' in hash ? { hash } : {}
  const explanation: RuleExplanation = { id, name, outcome, ...fall, ...drawn, conditions }
  return { answer, explanation }
}

function explainRollout({ bucketBy, seed, threshold }: Rollout<unknown>, context: EvaluationContext) {
  const unit = unitOf(bucketBy, context)
  return {
    ...(unit !== undefined && { bucket: bucketOf(seed, unit) }),
    ...(threshold !== undefined && { threshold }),
  }
}
