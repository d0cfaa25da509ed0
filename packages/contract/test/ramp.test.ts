import { expect, test } from 'vitest'
import { plannedMs, planRamp, type Ramp, rampProblem } from '../src/ramp.ts'

const ramp: Ramp = {
  ruleId: 'beta',
  current: 10,
  from: 10,
  to: 100,
  seconds: 86_400,
  steps: 3,
  startMs: undefined,
}

const sharesOf = (given: Partial<Ramp>) =>
  planRamp({ ...ramp, ...given }).map(({ after, change }) => [after, change.rules?.beta?.rolloutPercentage])

test('a ramp climbs in even steps, and ends where and when it should', () => {
  expect(sharesOf({})).toEqual([
    [28_800, 40],
    [28_800, 70],
    [28_800, 100],
  ])
})

test('it begins with a step of its own where the rule is not there yet', () => {
  expect(sharesOf({ from: 0, to: 50, steps: 2, seconds: 60 })).toEqual([
    [1, 0],
    [30, 25],
    [30, 50],
  ])
})

test('it goes down as well, in thousandths of a percent at most', () => {
  expect(sharesOf({ from: 10, to: 0, steps: 3, seconds: 10 })).toEqual([
    [3, 6.667],
    [4, 3.333],
    [3, 0],
  ])
})

test('where its beginning is named, so is each time', () => {
  const startMs = Date.parse('2026-12-01T09:00:00Z')
  expect(planRamp({ ...ramp, steps: 2, startMs }).map(({ at }) => at)).toEqual([
    '2026-12-01T21:00:00.000Z',
    '2026-12-02T09:00:00.000Z',
  ])
})

test.each([
  [{ from: 100 }, 'It is at 100 % from beginning to end.'],
  [{ steps: 0 }, 'It takes a step at least.'],
  [{ steps: 50, from: 0 }, 'A schedule has 50 steps at most, not 51.'],
  [{ seconds: 2 }, '3 steps take 3 seconds at least.'],
  [{ seconds: 4 * 31_536_000 }, 'From a step to the next it is a year at most.'],
  [{ steps: 50 }, undefined],
])('of %o it says %s', (given, problem) => {
  expect(rampProblem({ ...ramp, ...given })).toBe(problem)
})

test('the time of a step is its own, or counts from the one before', () => {
  const times = plannedMs([{ after: 60 }, { at: '2026-12-01T09:00:00Z' }, { at: null, after: 30 }], 0)
  const at = Date.parse('2026-12-01T09:00:00Z')
  expect(times).toEqual([60_000, at, at + 30_000])
})
