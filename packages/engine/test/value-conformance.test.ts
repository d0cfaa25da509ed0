import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { type FlagConfig, findOperator } from '../src/index.ts'
import { read } from './support/conformance.ts'
import { compile } from './support/evaluate.ts'

type PatternCase = { name: string; pattern: string; accepted: boolean; matches?: string[]; misses?: string[] }
type Bits = { text: string; bits: string }
type Reading = { text: string; bits: string | null }

/** Returns a function that evaluates a condition for an attribute. */
const holdsFor = (operator: string, value: unknown): ((attribute: string | number) => boolean) => {
  const conditions = [{ attribute: 'it', operator, value }]
  const rule = { id: 'rule', name: '', enabled: true, conditionOperator: 'AND', conditions, value: true }
  const config = { version: 1, enabled: true, defaultValue: false, rules: [rule] } as unknown as FlagConfig
  const flag = compile('flag', config)
  return (attribute) => flag.evaluate({ attributes: { it: attribute } }).value === true
}

const doubleOf = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE()

test('patterns', () =>
  everyCase(
    read<{ cases: PatternCase[] }>('patterns.json').cases.map((one) => ({
      ...one,
      name: `${one.name}: ${one.pattern}`,
    })),
    ({ pattern, accepted, matches = [], misses = [] }) => {
      expect(findOperator('regex')?.problem?.(pattern) === undefined).toBe(accepted)
      const holds = holdsFor('regex', pattern)
      expect([...matches, ...misses].filter(holds)).toEqual(matches)
      if (!accepted) expect(holds(pattern)).toBe(false)
    },
  ))

test('the texts of numbers', () =>
  everyCase(
    read<{ cases: Bits[] }>('numbers.json').cases.map((one) => ({ name: one.text, ...one })),
    ({ text, bits }) => {
      expect(holdsFor('equals', text)(doubleOf(bits))).toBe(true)
      expect(holdsFor('regex', `^\\Q${text}\\E$`)(doubleOf(bits))).toBe(true)
    },
  ))

test('the numbers of texts', () =>
  everyCase(
    read<{ readings: Reading[] }>('numbers.json').readings.map((one) => ({ name: JSON.stringify(one.text), ...one })),
    ({ text, bits }) => {
      const number = bits === null ? 0 : doubleOf(bits)
      const isAtLeast = holdsFor('gte', number)(text)
      const isAtMost = holdsFor('lte', number)(text)
      expect([isAtLeast, isAtMost]).toEqual([bits !== null, bits !== null])
    },
  ))

test('instants', () =>
  everyCase(
    read<{ cases: { text: string; epochMs: number | null }[] }>('instants.json').cases.map((one) => ({
      name: JSON.stringify(one.text),
      ...one,
    })),
    ({ text, epochMs }) => {
      const [isAfter, isBefore] = [holdsFor('after', text), holdsFor('before', text)]
      const at = epochMs ?? 0
      const around = [at - 1, at, at + 1]
      expect(around.map(isAfter)).toEqual([false, false, epochMs !== null])
      expect(around.map(isBefore)).toEqual([epochMs !== null, false, false])
    },
  ))
