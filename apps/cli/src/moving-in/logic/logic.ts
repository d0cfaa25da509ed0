import type { Condition } from '@bunting/engine'
import { openBudget } from './bounded.ts'

/** What a source's test asks, before it has the form that a rule takes. */
export type Logic = boolean | Condition | { not: Logic } | { every: readonly Logic[] } | { some: readonly Logic[] }

const isNot = (logic: Logic): logic is { not: Logic } => typeof logic === 'object' && 'not' in logic
const isEvery = (logic: Logic): logic is { every: readonly Logic[] } => typeof logic === 'object' && 'every' in logic
const isSome = (logic: Logic): logic is { some: readonly Logic[] } => typeof logic === 'object' && 'some' in logic

export const not = (logic: Logic): Logic => {
  if (typeof logic === 'boolean') return !logic
  return isNot(logic) ? logic.not : { not: logic }
}

/** Flat, and without what decides nothing. */
export const every = (...members: readonly Logic[]): Logic => {
  const flat = members.flatMap((member) => (isEvery(member) ? member.every : [member]))
  if (flat.includes(false)) return false
  const deciding = flat.filter((member) => member !== true)
  return deciding.length === 0 ? true : deciding.length === 1 ? (deciding[0] as Logic) : { every: deciding }
}

export const some = (...members: readonly Logic[]): Logic => {
  const flat = members.flatMap((member) => (isSome(member) ? member.some : [member]))
  if (flat.includes(true)) return true
  const deciding = flat.filter((member) => member !== false)
  return deciding.length === 0 ? false : deciding.length === 1 ? (deciding[0] as Logic) : { some: deciding }
}

type Audience = { conditionOperator: 'AND' | 'OR'; conditions: Condition[] }

/** As a rule has it: for everybody where it is true. Never called with what is never true. */
export const audienceOf = (logic: Logic): Audience => {
  const spend = openBudget()
  const convert = (member: Logic) => conditionOf(member, spend)
  if (typeof logic === 'object' && isSome(logic)) {
    return { conditionOperator: 'OR', conditions: logic.some.map(convert) }
  }
  if (logic === true) return { conditionOperator: 'AND', conditions: [] }
  const members = isEvery(logic) ? logic.every : [logic]
  return { conditionOperator: 'AND', conditions: members.map(convert) }
}

const conditionOf = (logic: Logic, spend: () => void): Condition => {
  spend()
  const convert = (member: Logic) => conditionOf(member, spend)
  // Constants are gone by now: `every` and `some` leave none inside.
  if (typeof logic === 'boolean') throw new TypeError('a constant is no condition')
  if (isEvery(logic)) return { all: logic.every.map(convert) }
  if (isSome(logic)) return { any: logic.some.map(convert) }
  if (!isNot(logic)) return logic
  const inner = logic.not
  return { none: isSome(inner) ? inner.some.map(convert) : [convert(inner)] }
}
