import { expect, test } from 'vitest'
import { sayGaps } from '../../src/format/say-day.ts'
import { tintOf, usageFigures } from '../../src/pages/flag/usage/usage-days.ts'

const row = (date: string, valueDistribution: Record<string, number>, more = 0) => {
  const totalEvaluations = Object.values(valueDistribution).reduce((sum, count) => sum + count, more)
  return {
    date,
    totalEvaluations,
    valueDistribution,
    ruleMatchCount: 1,
    defaultCount: totalEvaluations - 1,
    errorCount: 0,
  }
}
const range = { from: '2026-10-30', to: '2026-11-02' }

test('every day has its place, and a day without answers has no counts', () => {
  const rows = [row('2026-10-31', { true: 5, false: 2 }), row('2026-11-02', { true: 1 })]
  const { bars, gaps, total, byRule, byDefault } = usageFigures({ ...range, rows }, '2026-11-09')
  expect(bars.map(({ day, counts }) => [day, ...counts])).toEqual([
    ['2026-10-30'],
    ['2026-10-31', 2, 5],
    ['2026-11-01'],
    ['2026-11-02', 0, 1],
  ])
  // Days before the first answer and after the last one are no gaps.
  expect(gaps).toEqual(['2026-11-01'])
  expect([total, byRule, byDefault]).toEqual([8, 2, 6])
})

test('today is counted tonight, so it is left out until then', () => {
  const rows = [row('2026-11-01', { true: 1 })]
  expect(usageFigures({ ...range, rows }, '2026-11-02').bars.at(-1)?.day).toBe('2026-11-01')
  const counted = [...rows, row('2026-11-02', { true: 1 })]
  expect(usageFigures({ ...range, rows: counted }, '2026-11-02').bars.at(-1)?.day).toBe('2026-11-02')
})

test('values go from the rarest to the most frequent, and beyond five they are one', () => {
  const rows = [row('2026-10-31', { a: 1, b: 60, c: 50, d: 40, e: 30, f: 20, g: 10 }, 4)]
  const { series, bars } = usageFigures({ ...range, rows }, '2026-11-09')
  expect(series.map(({ value, total }) => [value, total])).toEqual([
    ['other values', 15],
    ['f', 20],
    ['e', 30],
    ['d', 40],
    ['c', 50],
    ['b', 60],
  ])
  expect(bars[1]?.counts).toEqual([15, 20, 30, 40, 50, 60])
})

test('what a day does not name is among the other values, however much it is', () => {
  const rows = [row('2026-10-31', { a: 3, '…': 90, b: 2 })]
  const { series, bars } = usageFigures({ ...range, rows }, '2026-11-09')
  expect(series.map(({ value, total }) => [value, total])).toEqual([
    ['other values', 90],
    ['b', 2],
    ['a', 3],
  ])
  expect(bars[1]?.counts).toEqual([90, 2, 3])
})

test('tints stay apart, however many there are', () => {
  const some = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}` }))
  expect([0, 1, 2].map((index) => tintOf(index, some(3)))).toEqual([100, 62, 30])
  const six = Array.from({ length: 6 }, (_, index) => tintOf(index, some(6)))
  expect(new Set(six).size).toBe(6)
  expect(six.at(-1)).toBe(22)
})

test('true is full and false is pale, whichever is rarer', () => {
  expect([0, 1].map((index) => tintOf(index, [{ value: 'true' }, { value: 'false' }]))).toEqual([100, 30])
  expect([0, 1].map((index) => tintOf(index, [{ value: 'false' }, { value: 'true' }]))).toEqual([30, 100])
})

test.each([
  [[], ''],
  [['2026-10-27'], ' No answers on 27 Oct.'],
  [['2026-10-27', '2026-10-28'], ' No answers on 27 Oct, 28 Oct.'],
  [['2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30'], ' No answers on 4 days in between.'],
])('gaps %j', (days, words) => {
  expect(sayGaps(days)).toBe(words)
})
