import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWellFormed } from '../src/index.ts'
import { compile } from './support/evaluate.ts'

const rule = {
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ attribute: 'plan', operator: 'in', value: ['pro', 1, true] }],
  rolloutPercentage: 50,
  distribution: [{ variant: 'a', weight: 0.5 }],
  bucketBy: 'account',
}
const config = {
  version: 3,
  enabled: true,
  defaultValue: 'x',
  rules: [rule, { ...rule, distribution: undefined, value: 'x' }],
  variants: [{ key: 'a', value: 'x' }],
}
const withRule = (fields: object) => ({ ...config, rules: [{ ...rule, ...fields }] })

test('a config as it is saved is well-formed for its type, and for no other', () => {
  expect(isWellFormed(config, 'string')).toBe(true)
  for (const type of ['boolean', 'number', 'json', '__proto__', null]) expect(isWellFormed(config, type)).toBe(false)
})

describe('a config is not well-formed', () => {
  const bad: [why: string, config: unknown][] = [
    ['that is no object', 'config'],
    ['that is null', null],
    ['that is an array', [config]],
    ['without a version', { ...config, version: undefined }],
    ['whose version is no whole number', { ...config, version: 1.5 }],
    ['whose enabled is a text', { ...config, enabled: 'false' }],
    ['whose default is of another type', { ...config, defaultValue: false }],
    ['whose default is null', { ...config, defaultValue: null }],
    ['whose rules are an object', { ...config, rules: { length: 0 } }],
    ['with a null for a rule', { ...config, rules: [null] }],
    ['with more rules than anybody can save', { ...config, rules: Array.from({ length: 101 }, () => rule) }],
    ['with a rule without an id', withRule({ id: undefined })],
    ['with a rule whose conditions are joined by a number', withRule({ conditionOperator: 1 })],
    ['with a rule whose conditions are a text', withRule({ conditions: 'all' })],
    ['with a condition that is a number', withRule({ conditions: [1] })],
    ['with a condition whose attribute is an object', withRule({ conditions: [{ attribute: {}, operator: 'in' }] })],
    ['with a condition on an object', withRule({ conditions: [{ attribute: 'a', operator: 'equals', value: {} }] })],
    ['with a rule whose value is of another type', withRule({ value: 1 })],
    ['with a rollout over 100', withRule({ rolloutPercentage: 101 })],
    ['with a rollout that is a text', withRule({ rolloutPercentage: '50' })],
    ['with a weight that is not positive', withRule({ distribution: [{ variant: 'a', weight: 0 }] })],
    ['with a bucketBy that is a number', withRule({ bucketBy: 1 })],
    ['with a variant that is an object', { ...config, variants: [{ key: 'a', value: {} }] }],
  ]
  test.each(bad)('%s', (_, one) => expect(isWellFormed(one, 'string')).toBe(false))
})

/** A config in which one part is replaced by any JSON value. */
const damaged = fc.tuple(fc.jsonValue(), fc.integer({ min: 0, max: 200 })).map(([value, at]) => {
  let left = at
  return JSON.parse(JSON.stringify(config), (_, kept) => (left-- === 0 ? value : kept))
})

test('whatever is well-formed can be compiled and evaluated', () => {
  fc.assert(
    fc.property(fc.oneof(damaged, fc.jsonValue()), (one) => {
      if (!isWellFormed(one, 'string')) return
      const context = { userId: 'ada', attributes: { plan: 'pro' } }
      const result = compile('f', one, { type: 'string' }).evaluate(context)
      expect(['string', 'number', 'object']).toContain(typeof result.value)
      expect(result.value).not.toBeNull()
    }),
    { numRuns: 1_000, seed: 20_260 },
  )
})
