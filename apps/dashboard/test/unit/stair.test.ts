import type { FlagConfig } from '@bunting/engine'
import { expect, test } from 'vitest'
import { rampOf, shareIn } from '../../src/features/schedules/ramp-of.ts'
import { stairPoints, withRoom } from '../../src/features/schedules/stair-points.ts'

const share = (rolloutPercentage: number, ruleId = 'pilot', fields: object = {}) => ({
  change: { rules: { [ruleId]: { rolloutPercentage } }, ...fields },
})

test('steps that all set the share of one rule are a ramp, whatever else they change', () => {
  expect(rampOf([share(10), share(50, 'pilot', { enabled: true })])).toEqual({ ruleId: 'pilot', shares: [10, 50] })
})

test('one step, steps of several rules, and steps of something else are none', () => {
  expect(rampOf([share(10)])).toBeUndefined()
  expect(rampOf([share(10), share(50, 'other')])).toBeUndefined()
  expect(rampOf([share(10), { change: { enabled: false } }])).toBeUndefined()
  expect(rampOf([share(10), { change: { rules: { a: { rolloutPercentage: 1 }, b: { rolloutPercentage: 2 } } } }])).toBe(
    undefined,
  )
})

test('a rule without a share is for everyone, and one that is gone for nobody knows how many', () => {
  const config = { rules: [{ id: 'pilot' }, { id: 'beta', rolloutPercentage: 5 }] } as unknown as FlagConfig
  expect([shareIn(config, 'pilot'), shareIn(config, 'beta'), shareIn(config, 'gone')]).toEqual([100, 5, undefined])
})

const tread = (atMs: number, percent: number, isDone: boolean) => ({ atMs, share: percent, isDone })
const stair = { endMs: 100, untilMs: 45, goesOn: true }

test('what was and what is to come meet now, and the last step goes on to the end', () => {
  const treads = [tread(20, 10, true), tread(40, 25, true), tread(60, 100, false)]
  expect(stairPoints({ ...stair, treads, from: { share: 5, sinceMs: 0 } })).toEqual({
    past: [
      [0, 5],
      [20, 5],
      [20, 10],
      [40, 10],
      [40, 25],
      [45, 25],
    ],
    future: [
      [45, 25],
      [60, 25],
      [60, 100],
      [100, 100],
    ],
  })
})

test('without knowing what was before, it begins with its first step', () => {
  const { past } = stairPoints({ ...stair, treads: [tread(20, 10, true), tread(60, 20, false)], from: undefined })
  expect(past).toEqual([
    [20, 10],
    [45, 10],
  ])
})

test('one that ended early has nothing to come', () => {
  const treads = [tread(20, 10, true), tread(60, 100, false)]
  expect(stairPoints({ ...stair, treads, from: { share: 5, sinceMs: 0 }, goesOn: false }).future).toEqual([])
})

test('a plan begins at what is there now', () => {
  const treads = [tread(10, 50, false), tread(20, 100, false)]
  const { past, future } = stairPoints({ ...stair, treads, from: { share: 5, sinceMs: 0 }, untilMs: 0 })
  expect(past).toEqual([[0, 5]])
  expect(future.slice(0, 3)).toEqual([
    [0, 5],
    [10, 5],
    [10, 50],
  ])
})

test('words that are too close give way to the later ones, and the last stays', () => {
  expect(withRoom([0, 10, 50, 100, 120], 40)).toEqual([false, true, true, false, true])
})
