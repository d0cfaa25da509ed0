import type { Schedule } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { configsAfter } from '../../src/features/schedules/after-step.ts'
import { marksOf } from '../../src/features/schedules/marks-of.ts'
import { baseVersionOf } from '../../src/features/schedules/progress.ts'
import { hangsAsPennant, placeOn, spanOf } from '../../src/features/schedules/span.ts'
import { sayMoment } from '../../src/format/time.ts'

const nowMs = Date.parse('2026-11-16T12:00:00Z')
const minutes = (count: number) => new Date(nowMs + count * 60_000).toISOString()

test('what is done stands where it was done, what comes where it is planned', () => {
  const steps = [
    { at: minutes(-60), after: 3_600, doneAt: minutes(-59) },
    { at: minutes(0), after: 3_600 },
    { at: minutes(60), after: 3_600 },
  ]
  const span = spanOf(steps, nowMs - 9e6, nowMs)
  expect(span).toEqual({
    startMs: nowMs - 120 * 60_000,
    endMs: nowMs + 60 * 60_000,
    stepsMs: [nowMs - 59 * 60_000, nowMs, nowMs + 60 * 60_000],
  })
  expect(placeOn(span, nowMs)).toBeCloseTo(66.67, 1)
  expect([placeOn(span, 0), placeOn(span, nowMs * 2)]).toEqual([0, 100])
})

test('of one that waits, the times are what they would be if it started now', () => {
  const { startMs, stepsMs } = spanOf(
    [
      { at: null, after: 60 },
      { at: null, after: 60 },
    ],
    0,
    nowMs,
  )
  expect([startMs, ...stepsMs]).toEqual([nowMs, nowMs + 60_000, nowMs + 120_000])
})

test('of many steps the last hangs as a pennant, and others as far as there is room', () => {
  const hung = (count: number) => Array.from({ length: count }, (_, index) => hangsAsPennant(index, count))
  expect(hung(13).filter(Boolean)).toHaveLength(13)
  expect(hung(50).filter(Boolean)).toHaveLength(13)
  expect(hung(50).at(-1)).toBe(true)
})

const config = {
  version: 4,
  enabled: true,
  defaultValue: 'a',
  rules: [{ id: 'beta', name: 'Beta', enabled: true, conditions: [], distribution: [{ variant: 'a', weight: 100 }] }],
} as unknown as FlagConfig

test('each step leaves a config, and a value takes the place of a split', () => {
  const [first, second] = configsAfter(
    [
      { change: { rules: { beta: { rolloutPercentage: 50 } } } },
      { change: { enabled: false, rules: { beta: { value: 'b' } } } },
    ],
    config,
  )
  expect(first?.rules[0]).toMatchObject({ rolloutPercentage: 50, distribution: [{ variant: 'a' }] })
  expect(second).toMatchObject({ enabled: false, rules: [{ rolloutPercentage: 50, value: 'b' }] })
  expect(second?.rules[0]).not.toHaveProperty('distribution')
})

const schedule = {
  endedAt: null,
  steps: [
    { at: minutes(-30), status: 'folded', change: { enabled: true } },
    { at: minutes(-20), status: 'done', version: 5, change: { enabled: true } },
    { at: minutes(40), status: 'waiting', change: { enabled: false } },
  ],
} as unknown as Schedule

test('a rollback brings back the version before the first that it made', () => {
  expect(baseVersionOf(schedule)).toBe(4)
  expect(baseVersionOf({ ...schedule, steps: schedule.steps.slice(2) })).toBeUndefined()
})

test('marks are the versions, with why, and the steps to come', () => {
  const versions = [
    { version: 5, createdAt: minutes(-20), config, scheduleId: 'sched_1' as const },
    { version: 4, createdAt: minutes(-90), config, comment: 'It crashes', emergency: true as const },
  ]
  expect(marksOf(versions, [schedule])).toEqual([
    { at: minutes(-90), label: 'Version 4, in an emergency: “It crashes”', kind: 'version', version: 4 },
    { at: minutes(-20), label: 'Version 5, by a schedule', kind: 'version', version: 5 },
    { at: minutes(40), label: 'Turns it off', kind: 'step' },
  ])
})

test('a moment is told by its day and clock', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5)
  const now = at(16, 23)
  expect([at(16, 1), at(17, 0), at(15, 9), at(24, 9)].map((one) => sayMoment(one, now))).toEqual([
    'today 01:05',
    'tomorrow 00:05',
    'yesterday 09:05',
    'Tue 24 Nov 09:05',
  ])
  expect(sayMoment(new Date(2027, 0, 3, 9, 5), now)).toBe('3 Jan 2027 09:05')
})
