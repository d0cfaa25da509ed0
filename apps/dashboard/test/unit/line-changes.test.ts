import { expect, test } from 'vitest'
import { lineChanges } from '../../src/features/diff/changes/line-changes.ts'
import { jsonLines } from '../../src/features/diff/config-json.ts'

const say = (before: string, after: string) =>
  lineChanges([...before], [...after])
    .map(({ sign, text }) => `${sign}${text}`.trim())
    .join(' ')

test.each([
  ['abc', 'abc', 'a b c'],
  ['abc', 'axc', 'a -b +x c'],
  ['abc', 'ac', 'a -b c'],
  ['ac', 'abc', 'a +b c'],
  ['', 'ab', '+a +b'],
  ['ab', '', '-a -b'],
  ['abcde', 'xbydz', '-a +x b -c +y d -e +z'],
])('%s to %s', (before, after, lines) => {
  expect(say(before, after)).toBe(lines)
})

test('far apart, the middle is shown as a whole', () => {
  const before = Array.from({ length: 3_000 }, (_, index) => `before ${index}`)
  const after = Array.from({ length: 3_000 }, (_, index) => `after ${index}`)
  const lines = lineChanges(['same', ...before], ['same', ...after])
  expect(lines).toHaveLength(6_001)
  expect(lines[0]).toEqual({ sign: ' ', text: 'same' })
})

test('fields stand in one order, however they came', () => {
  const one = { version: 1, enabled: true, defaultValue: true, rules: [] }
  const other = { rules: [], defaultValue: true, enabled: true, version: 1 }
  expect(jsonLines(one)).toEqual(jsonLines(other))
  expect(jsonLines(null)).toEqual([])
})
