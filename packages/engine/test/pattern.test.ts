import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { compilePattern } from '../src/pattern/compile-pattern.ts'
import { patternSize } from '../src/pattern/pattern-size.ts'

const atom = fc.constantFrom(
  ...['a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', '\\pL', '\\PL', '(?i)k', '[^\\x00-\\x7f]', '\\s', 'é', '\u{1f600}'],
  ...['^', '$', '\\b', '\\B', '(?m)^', '(?m)$', '\\A', '\\z', '(?s).', '(?i:s)', '(?i)[k-s]', '\\Qa.b\\E', ''],
)
const suffix = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,40}', '{2,}', '*?', '+?', '{33}')
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(atom, suffix).map(([one, after]) => `(?:${one})${after}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}${other}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie('pattern'), suffix).map(([one, after]) => `(${one})${after}`),
  ),
}))
const unit = fc.constantFrom(...'aabbKkſKsS1_ \n!é中.', '\u{1f600}', '\ud83d', '\ude00')
const text = fc.oneof(
  fc.array(unit, { maxLength: 12 }).map((units) => units.join('')),
  fc.tuple(fc.constantFrom('a', 'ab', 'é'), fc.nat({ max: 60 })).map(([one, times]) => one.repeat(times)),
)

const compiledBy = (from: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(from)
  } catch {
    return undefined
  }
}

test('a pattern matches what RE2 matches, whatever both are', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (from, texts) => {
      const reference = compiledBy(from)
      if (!reference) return
      const { test: matches } = compilePattern(from)
      for (const each of texts) expect(matches(each), JSON.stringify([from, each])).toBe(reference.test(each))
    }),
    { numRuns: 600 },
  )
})

test.each(['a{40}', '(?:a|b){1,64}c', '^(?:ab){33}$', '(?:a?){40}b', '\\b\\w{35}\\b', '(?m)^a{33}$'])(
  '%s, which needs more than a word of bits, matches what RE2 matches',
  (from) => {
    const { test: matches } = compilePattern(from)
    const reference = RE2JS.compile(from)
    for (const one of ['a', 'b', 'ab', 'c', ' ', '\n', 'é', '\u{1f600}']) {
      for (const times of [0, 1, 31, 32, 33, 34, 35, 39, 40, 41, 64, 65]) {
        for (const each of [one.repeat(times), `${one.repeat(times)}b`, `x ${one.repeat(times)}\nc`]) {
          expect(matches(each), JSON.stringify([from, each])).toBe(reference.test(each))
        }
      }
    }
  },
)

test('how large a pattern becomes is told from its text: never far too little', () => {
  fc.assert(
    fc.property(pattern, (from) => {
      const size = compiledBy(from)?.programSize() ?? 0
      expect(patternSize(from), from).toBeGreaterThanOrEqual(size * 0.5)
    }),
    { numRuns: 600 },
  )
})

test.each([
  ['a{1000}', 1_002],
  ['((a{10}){10}){10}', 1_222],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.]+$', 12],
  ['a{1000}'.repeat(60), 60_002],
])('%s becomes %i instructions', (from, size) => {
  expect(patternSize(from)).toBe(size)
  expect(RE2JS.compile(from).programSize()).toBe(size)
})

test('a pattern that was saved before it was refused matches as it did', () => {
  const large = compilePattern('^(?:\\pL|\\pN){999}$')
  expect(large.costPerCharacter).toBeUndefined()
  expect([large.test('é'.repeat(999)), large.test('é'.repeat(998))]).toEqual([true, false])
})
