import type { CompiledCondition } from './condition.ts'
import { rollOut } from './rollout.ts'
import type { CompiledRule, CompiledRules } from './rule.ts'
import type { EvaluationContext } from './types.ts'

export const conditionHolds = ({ operator, read, expected }: CompiledCondition, context: EvaluationContext): boolean =>
  operator.holds(read(context), expected)

export function conditionsHold(rule: CompiledRule<unknown>, context: EvaluationContext): boolean {
  const { conditionOperator, conditions } = rule
  if (conditions.length === 0) return true
  if (conditionOperator === 'AND') return conditions.every((condition) => conditionHolds(condition, context))
  return conditionOperator === 'OR' && conditions.some((condition) => conditionHolds(condition, context))
}

/** What a rule answers, or undefined where the next one is to be tried. */
export function answerOf<Outcome>(rule: CompiledRule<Outcome>, context: EvaluationContext): Outcome | undefined {
  if (!conditionsHold(rule, context)) return undefined
  return rule.rollout ? rollOut(rule.rollout, context) : rule.outcome
}

export function interpret<Outcome>({ rules, byDefault }: CompiledRules<Outcome>, context: EvaluationContext): Outcome {
  for (const rule of rules) {
    const outcome = answerOf(rule, context)
    if (outcome !== undefined) return outcome
  }
  return byDefault
}
