import { own } from '../../core/own.ts'
import { byHand } from '../shared/by-hand.ts'
import type { Condition } from './payload.ts'

/** Tells whether a flag's answer fulfils a prerequisite, comparing exactly as GrowthBook does. */
export const meets = (condition: Condition, value: unknown): boolean =>
  Object.entries(condition).every(([name, asked]) => {
    if (name === '$and') return conditionsIn(asked).every((each) => meets(each, value))
    if (name === '$or')
      return conditionsIn(asked).length === 0 || conditionsIn(asked).some((each) => meets(each, value))
    if (name === '$not') return !conditionsIn([asked]).some((each) => meets(each, value))
    return name === 'value' ? isAsked(asked, value) : byHand('failed-gate', `A prerequisite asks for ${name}.`)
  })

const conditionsIn = (asked: unknown): Condition[] =>
  Array.isArray(asked) ? (asked as Condition[]) : byHand('failed-gate', 'A prerequisite has no conditions.')

const orders: Readonly<Record<string, (value: number, expected: number) => boolean>> = {
  $gt: (value, expected) => value > expected,
  $gte: (value, expected) => value >= expected,
  $lt: (value, expected) => value < expected,
  $lte: (value, expected) => value <= expected,
}

/** Tells whether all SDKs compare these two alike: two numbers, two texts, or null, which counts as 0. */
const isOrdered = (value: unknown, expected: unknown): boolean =>
  (typeof expected === 'number' || typeof expected === 'string') && (value === null || typeof value === typeof expected)

function isAsked(asked: unknown, value: unknown): boolean {
  if (typeof asked === 'string') return `${value}` === asked
  if (typeof asked === 'number') return Number(value) === asked
  if (typeof asked === 'boolean') return value !== null && Boolean(value) === asked
  if (asked === null) return value === null
  const operators = Object.entries(asked as Condition)
  if (Array.isArray(asked) || operators.length === 0 || !operators.every(([name]) => name.startsWith('$'))) {
    return JSON.stringify(value) === JSON.stringify(asked)
  }
  return operators.every(([name, expected]) => {
    if (name === '$eq') return value === expected
    if (name === '$ne') return value !== expected
    if (name === '$exists') return Boolean(expected) === (value !== null)
    const order = own(orders, name)
    if (order && isOrdered(value, expected)) return order(value as number, expected as number)
    if (name === '$in' && Array.isArray(expected)) return expected.includes(value)
    if (name === '$nin' && Array.isArray(expected)) return !expected.includes(value)
    if (name === '$not') return !isAsked(expected, value)
    return byHand('failed-gate', `A prerequisite asks ${name} of a flag.`)
  })
}
