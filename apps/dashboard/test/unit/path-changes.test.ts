import { expect, test } from 'vitest'
import { pathChanges } from '../../src/features/diff/changes/path-changes.ts'
import { valueChange } from '../../src/features/diff/changes/value-change.ts'

test('each place that changed, came or went is told by its path', () => {
  const before = { layout: 'wide', limits: { max: 3, min: 1 }, steps: [1, 2, 3], same: [{}] }
  const after = { same: [{}], layout: 'wide', limits: { max: 4, burst: null }, steps: [1, 9, 2, 3] }
  expect(pathChanges(before, after)).toEqual([
    { path: 'limits.max', before: 3, after: 4 },
    { path: 'limits.min', before: 1, after: undefined },
    { path: 'limits.burst', before: undefined, after: null },
    { path: 'steps[1]', before: undefined, after: 9 },
  ])
})

test('what is another kind of thing changed as a whole', () => {
  expect(pathChanges({ a: [1] }, { a: { b: 1 } })).toEqual([{ path: 'a', before: [1], after: { b: 1 } }])
  expect(pathChanges([1, { b: 2 }, 3], [{ b: 3 }])).toEqual([
    { path: '[0]', before: 1, after: { b: 3 } },
    { path: '[1]', before: { b: 2 }, after: undefined },
    { path: '[2]', before: 3, after: undefined },
  ])
  expect(pathChanges({}, [])).toEqual([{ path: '', before: {}, after: [] }])
})

test('a member may be called anything', () => {
  expect(pathChanges(JSON.parse('{"__proto__":1}'), {})).toEqual([{ path: '__proto__', before: 1, after: undefined }])
})

test('in words it is one place, or how many', () => {
  const say = (before: object, after: object) => valueChange(before as never, after as never, 'otherwise').what
  expect(say({ max: 3 }, { max: null })).toBe('Changes max from 3 to null')
  expect(say({}, { max: null })).toBe('Adds max')
  expect(say({ a: { max: 1 } }, { a: {} })).toBe('Removes a.max')
  expect(say({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, d: 1 })).toBe('Changes 2 members, adds 1, removes 1')
  expect(say({ a: 1 }, ['a'])).toBe('otherwise')
})
