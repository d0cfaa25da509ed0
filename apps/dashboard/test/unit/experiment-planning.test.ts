import { expect, test } from 'vitest'
import type { Metric } from '../../src/api/metrics.ts'
import { curveOf, daysToEnd, deviationOf, planOf, wholeWeeks } from '../../src/features/experiments/planning.ts'

const day = 86_400
const metric = { kind: 'conversion', direction: 'increase', after: 0, window: day } as Metric
const asked = {
  metric,
  known: { mean: 0.2, deviation: deviationOf(0.2), unitsPerDay: 1_000 },
  minimumEffect: 0.25,
  variants: 2,
  confidence: 0.95,
  minimumDays: 7,
}

test('a plan is that of the statistics: 20 to 25 % takes 1,091 units a variant at a fixed end', () => {
  const { fixed, hybrid, sequential } = planOf(asked)
  expect(fixed?.unitsPerVariant).toBeGreaterThanOrEqual(1_091)
  expect(fixed?.unitsPerVariant).toBeLessThan(1_100)
  expect(hybrid?.unitsPerVariant).toBeGreaterThan(fixed?.unitsPerVariant ?? 0)
  expect(sequential?.unitsPerVariant).toBeGreaterThan(hybrid?.unitsPerVariant ?? 0)
  // A week at least, however fast units come.
  expect(fixed?.days).toBe(7)
})

test('a smaller effect never takes fewer days', () => {
  const days = curveOf(asked, 'hybrid', [0.2, 0.1, 0.05, 0.02]).map((point) => point.days)
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  expect(days).toHaveLength(4)
})

test('without units nobody can tell how long it takes', () => {
  expect(curveOf({ ...asked, known: { ...asked.known, unitsPerDay: 0 } }, 'hybrid', [0.1])).toEqual([])
})

test('it ends no earlier than the longest window allows, and whole weeks hold all its days', () => {
  expect([1, 7, 8, 13].map(wholeWeeks)).toEqual([1, 1, 2, 2])
  expect(daysToEnd(13, [metric])).toBe(13)
  expect(daysToEnd(7, [metric, { ...metric, window: 30 * day }])).toBe(32)
  // Where nobody can tell, two weeks are proposed.
  expect(daysToEnd(null, [metric])).toBe(14)
})

test('being surer, or running longer at least, never takes fewer days', () => {
  const daysOf = (change: object) => planOf({ ...asked, ...change, known: { ...asked.known, unitsPerDay: 200 } }).hybrid
  expect(daysOf({ confidence: 0.99 })?.days).toBeGreaterThan(daysOf({})?.days ?? 0)
  expect(daysOf({ minimumDays: 60 })?.days).toBe(60)
})
