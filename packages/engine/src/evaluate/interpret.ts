import { type Audience, type CompiledCondition, conditionHolds } from '../compile/condition.ts'
import { outcomeInLists } from '../compile/id-lists.ts'
import { rollOut } from '../compile/rollout.ts'
import type { CompiledRule, CompiledRules } from '../compile/rule.ts'
import { rollOutHashed } from '../hash/hashed-rollout.ts'
import type { EvaluationContext } from '../types.ts'
import type { EvaluationId } from './memo.ts'

/** Tells whether a rule's conditions hold together, by whether each does. */
export function conditionsHold(
  { conditionOperator, conditions }: Audience,
  holds: (condition: CompiledCondition, at: number) => boolean,
): boolean {
  if (conditions.length === 0) return true
  if (conditionOperator === 'AND') return conditions.every(holds)
  return conditionOperator === 'OR' && conditions.some(holds)
}

/** The outcome of a rule whose conditions hold; undefined if its rollout leaves the context to the next rule. */
export const answerOf = <Outcome>(
  { rollout, hashed, outcome }: CompiledRule<Outcome>,
  context: EvaluationContext,
): Outcome | undefined => {
  if (hashed) return rollOutHashed(hashed, context)
  return rollout ? rollOut(rollout, context) : outcome
}

export function interpret<Outcome>(
  { prerequisites, idLists, rules, byDefault }: CompiledRules<Outcome>,
  context: EvaluationContext,
  evaluation: EvaluationId,
): Outcome {
  for (const { ask, met, unmet } of prerequisites) {
    if (!met.has(ask(context, evaluation))) return unmet
  }
  const listed = idLists && outcomeInLists(idLists, context)
  if (listed !== undefined) return listed
  const holds = (condition: CompiledCondition) => conditionHolds(condition, context, evaluation)
  for (const rule of rules) {
    const outcome = conditionsHold(rule, holds) ? answerOf(rule, context) : undefined
    if (outcome !== undefined) return outcome
  }
  return byDefault
}
