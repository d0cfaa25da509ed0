import type { Condition } from '@bunting/engine'
import { expect, test } from 'vitest'
import {
  canHoldGroup,
  canWrap,
  findCondition,
  insertCondition,
  numberOf,
  pathOf,
  removeCondition,
  setCondition,
  stepCondition,
  unwrapGroup,
  wrapCondition,
} from '../../src/features/draft/conditions.ts'

const is = (attribute: string): Condition => ({ attribute, operator: 'is_set' })
const [a, b, c, d, e] = [is('a'), is('b'), is('c'), is('d'), is('e')]

/** The conditions a, any of (b, none of (c)), d. */
const tree: readonly Condition[] = [a, { any: [b, { none: [c] }] }, d]

test('a condition is found, set, added and removed wherever it stands', () => {
  expect(findCondition(tree, [1, 1, 0])).toBe(c)
  expect(findCondition(tree, [1, 4])).toBeUndefined()
  expect(setCondition(tree, [1, 1, 0], e)).toEqual([a, { any: [b, { none: [e] }] }, d])
  expect(insertCondition(tree, [1, 1], e)).toEqual([a, { any: [b, e, { none: [c] }] }, d])
  expect(removeCondition(tree, [0])).toEqual(tree.slice(1))
})

test('a group goes with the last that was in it, and those around it too', () => {
  expect(removeCondition(tree, [1, 1, 0])).toEqual([a, { any: [b] }, d])
  expect(removeCondition([a, { any: [{ none: [c] }] }], [1, 0, 0])).toEqual([a])
})

test('a group is put around a condition and taken away again', () => {
  const wrapped = wrapCondition(tree, [2], 'none')
  expect(wrapped).toEqual([...tree.slice(0, 2), { none: [d] }])
  expect(unwrapGroup(wrapped, [2])).toEqual(tree)
  expect(unwrapGroup(tree, [1])).toEqual([a, b, { none: [c] }, d])
})

test('groups get no deeper than three', () => {
  expect(canWrap(tree, [1])).toBe(true)
  expect(canWrap(wrapCondition(tree, [1], 'all'), [1])).toBe(false)
  expect(canWrap(tree, [1, 1, 0])).toBe(true)
  expect(canHoldGroup([1, 1])).toBe(true)
  expect(canHoldGroup([1, 1, 0])).toBe(false)
})

test('stepping down goes through every group as one reads, and stepping up the same way back', () => {
  const places: (readonly number[])[] = [[0]]
  let [conditions, at] = [tree, [0] as readonly number[]]
  for (let moved = stepCondition(conditions, at, 1); moved; moved = stepCondition(conditions, at, 1)) {
    ;({ conditions, at } = moved)
    expect(findCondition(conditions, at)).toBe(a)
    places.push(at)
  }
  expect(places.map(numberOf)).toEqual(['1', '1.1', '1.2', '1.2.1', '1.2.2', '1.3', '2', '3'])
  expect(conditions).toEqual([{ any: [b, { none: [c] }] }, d, a])
  for (let moved = stepCondition(conditions, at, -1); moved; moved = stepCondition(conditions, at, -1)) {
    ;({ conditions, at } = moved)
    expect(numberOf(at)).toBe(numberOf(places.at(-2) ?? []))
    places.pop()
  }
  expect(conditions).toEqual(tree)
})

test('a group that is too deep for another goes past it', () => {
  const deep: Condition = { all: [{ all: [{ all: [a] }] }] }
  expect(stepCondition([deep, { any: [b] }], [0], 1)?.conditions).toEqual([{ any: [b] }, deep])
})

test('the last one to leave a group takes its place', () => {
  expect(stepCondition([{ any: [a] }, b], [0, 0], 1)).toEqual({ conditions: [a, b], at: [0] })
  expect(stepCondition([{ any: [a] }, b], [0, 0], -1)).toEqual({ conditions: [a, b], at: [0] })
})

test('a place is named as the API names it', () => {
  expect(pathOf(tree, [1, 1, 0], 'rules[0].conditions')).toBe('rules[0].conditions[1].any[1].none[0]')
})
