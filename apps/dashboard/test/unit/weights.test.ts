import type { Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { movedByDraw, movedBySplit } from '../../src/features/diff/moved.ts'
import { keepSum, keptSum } from '../../src/features/draft/weights.ts'

type Kind = NonNullable<Rule['hash']>['kind']

const shares = (...weights: number[]) => weights.map((weight, at) => ({ variant: 'abc'[at] ?? '', weight }))
const split = (weights: number[], kind?: Kind): Rule => ({
  ...{ id: 'one', name: '', enabled: true, conditions: [], conditionOperator: 'AND' },
  distribution: shares(...weights),
  ...(kind && { hash: { kind, salt: 's' } }),
})

test('what one share gains the next one gives, and none goes below the least that its kind draws', () => {
  expect(keepSum(shares(60, 50), 'unleash', 100, 0)).toEqual(shares(60, 40))
  expect(keepSum(shares(50, 70), 'unleash', 100, 1)).toEqual(shares(30, 70))
  expect(keepSum(shares(80, 30, 30), 'unleash', 100, 0)).toEqual(shares(80, 1, 19))
  expect(keepSum(shares(20.5, 40, 40), 'goff', 100, 0)).toEqual(shares(20.5, 39.5, 40))
  expect(keepSum(shares(100, 0.5), 'goff', 100, 0)).toEqual(shares(100, 0.001))
})

test('a weight that is being typed leaves the others alone', () => {
  const typed = [
    { variant: 'a', weight: '' as unknown as number },
    ...shares(50).map((one) => ({ ...one, variant: 'b' })),
  ]
  expect(keepSum(typed, 'unleash', 100, 0)).toEqual(typed)
})

test('the sum that is kept is the one that people were drawn with', () => {
  expect(keptSum(split([3, 50], 'unleash'), split([50, 50], 'unleash'))).toBe(100)
  expect(keptSum(split([3, 50], 'unleash'), undefined)).toBe(53)
  expect(keptSum(split([3, 50], 'launchdarkly'), split([50, 50], 'launchdarkly'))).toBeUndefined()
  expect(keptSum(split([3, 50]), undefined)).toBeUndefined()
})

test('who is between an old and a new border gets another variant, and with another sum whoever two draws part', () => {
  expect(movedBySplit(split([50, 50]), split([30, 70]))).toBeCloseTo(20)
  expect(movedBySplit(split([50, 50]), split([1, 1]))).toBeCloseTo(0)
  expect(movedBySplit(split([50, 50], 'unleash'), split([30, 70], 'unleash'))).toBeCloseTo(20)
  expect(movedBySplit(split([50, 50], 'unleash'), split([1, 1], 'unleash'))).toBeCloseTo(50)
  expect(movedBySplit(split([50, 50], 'launchdarkly'), split([1, 1], 'launchdarkly'))).toBeCloseTo(0)
})

test('where everybody is drawn again, those change sides whom the draws part', () => {
  const rollout = (rolloutPercentage: number): Rule => ({ ...split([1]), rolloutPercentage })
  expect(movedByDraw(rollout(25), rollout(25))).toBeCloseTo(37.5)
  expect(movedByDraw(rollout(100), rollout(100))).toBeCloseTo(0)
})
