import type { CompiledCondition } from './condition.ts'
import { byOneTest, byOneText, byTwoTests, byTwoTexts } from './few-conditions.ts'
import type { Step } from './step.ts'
import type { Rule } from './types.ts'

/** What comes of a rule whose conditions hold. Where that is always the same outcome, nothing need be called for it. */
export type Answer<Outcome, Otherwise> = { always?: Outcome; step: Step<Outcome, Otherwise> }

/** Gives the answer where the conditions hold, `otherwise` where they do not. */
export type Guard = <Outcome, Otherwise>(
  conditions: readonly CompiledCondition[],
  answer: Answer<Outcome, Otherwise>,
  otherwise: Otherwise,
) => Step<Outcome, Otherwise>

export function guardFor(operator: Rule['conditionOperator'], conditions: readonly CompiledCondition[]): Guard {
  if (conditions.length === 0) return open
  if (operator !== 'AND') return operator === 'OR' ? byAny : closed
  if (conditions.length > 2 || !conditions.every((condition) => condition.plain)) return byAll
  const texts = conditions.every((condition) => condition.text !== undefined)
  if (conditions.length === 1) return texts ? byOneText : byOneTest
  return texts ? byTwoTexts : byTwoTests
}

const open: Guard = (_conditions, answer) => answer.step

// For an operator that only a newer server knows.
const closed: Guard = (_conditions, _answer, otherwise) => () => otherwise

const byAll: Guard =
  (conditions, { step }, otherwise) =>
  (context) => {
    for (const { read, test } of conditions) if (!test(read(context))) return otherwise
    return step(context)
  }

const byAny: Guard =
  (conditions, { step }, otherwise) =>
  (context) => {
    for (const { read, test } of conditions) if (test(read(context))) return step(context)
    return otherwise
  }
