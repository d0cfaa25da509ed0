import { expect, test } from 'vitest'
import { jsonWords } from '../../src/features/json-editor/json-words.ts'
import { lineOf, readPositions } from '../../src/features/json-editor/read-positions.ts'

const document = `{
  "limits": { "max": 3,
    "min": [
      1, { "a b": null }
    ]
  }
}`

test('every part of a document is found in its line', () => {
  const places = readPositions(document)
  expect(places.problem).toBeUndefined()
  expect(Object.fromEntries(places.lines)).toEqual({
    '': 1,
    limits: 2,
    'limits.max': 2,
    'limits.min': 3,
    'limits.min[0]': 4,
    'limits.min[1]': 4,
    'limits.min[1].a b': 4,
  })
})

test('what is missing is told where it belongs', () => {
  const places = readPositions(document)
  expect(lineOf(places, 'limits.min[1].b.c')).toBe(4)
  expect(lineOf(places, 'limits.burst')).toBe(2)
  expect(lineOf(places, 'elsewhere')).toBe(1)
})

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3, 'a comma is missing before this, or it is never closed'],
  ['{\n  a: 1 }', 2, 'a name in double quotes or } is missing here'],
  ['{ "a": 1,\n}', 2, 'a name in double quotes is missing here'],
  ['[1,\n]', 2, 'a value is missing here'],
  ['{ "a"\n1 }', 2, 'a colon is missing after the name'],
  ['{\n\n"a', 3, 'this text has no closing quote'],
  ['{\n"a": [1, 2', 2, 'a comma is missing before this, or it is never closed'],
  ['{}\n{}', 2, 'nothing may follow the end'],
  ['{ "a": nil }', 1, 'a value is missing here'],
])('%j stops being JSON in line %i', (text, line, message) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(readPositions(text).problem).toEqual({ line, message })
})

test('what JSON takes is taken, however deep', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  for (const text of ['[]', '{}', ' [ {}, [ ] , -1.5e+3, "\\"\\u0041", true ]\n', deep]) {
    expect(readPositions(text).problem).toBeUndefined()
  }
})

test('a line is names, texts, numbers and words', () => {
  const line = '  "max": -1.5, "on": true, "x": "a: \\"1\\"" }'
  const words = jsonWords(line)
  expect(words.map(({ text }) => text).join('')).toBe(line)
  expect(words.filter(({ kind }) => kind).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'name "max"',
    'number -1.5',
    'name "on"',
    'word true',
    'name "x"',
    'text "a: \\"1\\""',
  ])
})
