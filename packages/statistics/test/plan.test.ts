import { expect, test } from 'vitest'
import {
  daysLeft,
  expectedUnitsOf,
  maturitySeconds,
  type PlanQuestion,
  planExperiment,
  sampleSize,
} from '../src/index.ts'

/** From 10 % to 11 %, two variants, 5,000 units a day, each counted after one day. */
const question: PlanQuestion = {
  kind: 'conversion',
  direction: 'increase',
  mean: 0.1,
  variance: 0.09,
  minimumEffect: 0.1,
  confidence: 0.95,
  power: 0.8,
  treatments: 1,
  unitsPerDay: 5_000,
  maturityDays: 1,
  minimumDays: 7,
}

test('a hybrid needs 7 % more units than a fixed test, a sequence 91 %', () => {
  expect(planExperiment(question)).toEqual({
    fixed: { unitsPerVariant: 14_749, days: 7 },
    hybrid: { unitsPerVariant: 15_752, days: 8 },
    sequential: { unitsPerVariant: 28_242, days: 13 },
  })
})

test('it takes as many days as were asked for at least', () => {
  expect(planExperiment({ ...question, minimumDays: 14 }).hybrid?.days).toBe(14)
})

test('more treatments take more units each, and more of the day', () => {
  const { fixed } = planExperiment({ ...question, treatments: 3 })
  expect(fixed?.unitsPerVariant).toBeGreaterThan(14_749)
  expect(fixed?.days).toBe(Math.ceil(((fixed?.unitsPerVariant ?? 0) * 4) / 5_000 + 1))
})

test('what was explained beforehand need not be found out again', () => {
  const half = planExperiment({ ...question, variance: 0.045 }).fixed
  expect(half?.unitsPerVariant).toBe(Math.ceil(14_748.05 / 2))
})

test('fewer conversions vary less, so a decrease is found with fewer units', () => {
  const decrease = planExperiment({ ...question, direction: 'decrease' }).fixed
  expect(decrease?.unitsPerVariant).toBeLessThan(14_749)
})

test('an uneven split takes more units in all', () => {
  const plan = { ...question, method: 'fixed' } as const
  const [even, uneven] = [sampleSize(plan), sampleSize({ ...plan, controlShare: 0.9 })]
  expect((uneven ?? 0) / (even ?? 1)).toBeGreaterThan(2.5)
})

test('days left go down to none as units are counted, and are unknown where nobody comes', () => {
  const plan = { ...question, method: 'fixed' } as const
  expect(daysLeft(plan, 0, 5_000)).toBe(6)
  expect(daysLeft(plan, 20_000, 5_000)).toBe(2)
  expect(daysLeft(plan, 40_000, 5_000)).toBe(0)
  expect(daysLeft(plan, 0, 0)).toBe(null)
})

test('the units expected are of one comparison, within what an experiment may say', () => {
  expect([50, 15_753, 1e10].map(expectedUnitsOf)).toEqual([200, 31_506, 1e9])
})

test.each([
  ['at least a minute', 60, 120],
  ['a 24th of the window, in whole seconds', 10_000, 10_417],
  ['at most an hour', 2_592_000, 2_595_600],
])('events may be late by %s', (_, window, seconds) => {
  expect(maturitySeconds({ after: 0, window })).toBe(seconds)
  expect(maturitySeconds({ after: 500, window })).toBe(500 + seconds)
})
