import { expect, test } from 'vitest'
import { hourBars } from '../../src/pages/flag/usage/hour-bars.ts'

const nowMs = Date.parse('2026-11-17T12:00:30Z')
const minute = (ago: number, values: Record<string, number>) => ({
  at: new Date(Date.parse('2026-11-17T12:00:00Z') - ago * 60_000).toISOString(),
  total: Object.values(values).reduce((sum, times) => sum + times, 0),
  values,
})

test('an hour has a bar a minute, and minutes that nobody asked in stay empty', () => {
  const { bars, max, series } = hourBars([minute(0, { true: 3 }), minute(59, { true: 1, false: 1 })], nowMs)
  expect(bars).toHaveLength(60)
  expect([bars[0], bars[1], bars[59]].map((bar) => bar?.counts)).toEqual([
    [1, 1],
    [0, 0],
    [3, 0],
  ])
  expect({ max, series }).toEqual({ max: 3, series: [{ value: 'true' }, { value: 'false' }] })
})

test('of many values the most frequent are named and the others are one', () => {
  const { series, bars } = hourBars([minute(0, { a: 4, b: 3, c: 2, d: 1 })], nowMs)
  expect(series.map(({ value }) => value)).toEqual(['a', 'b', 'others'])
  expect(bars.at(-1)?.counts).toEqual([4, 3, 3])
})

test('what is older than an hour is left out', () => {
  expect(hourBars([minute(60, { true: 9 })], nowMs).bars.every(({ total }) => total === 0)).toBe(true)
})
