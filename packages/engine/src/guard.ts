import type { CompiledCondition } from './condition.ts'
import { byOneTest, byOneText, byTwoTests, byTwoTexts } from './few-conditions.ts'
import type { Guard } from './step.ts'
import type { Rule } from './types.ts'

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
