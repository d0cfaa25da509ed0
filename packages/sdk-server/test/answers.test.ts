import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../src/index.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'

const forPro = {
  id: 'rule_pro',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
  value: 'green',
}
const bootstrap = bundle({
  checkout: { defaultValue: true },
  colour: { defaultValue: 'blue', rules: [forPro], version: 7, variants: [{ key: 'sky', value: 'blue' }] },
  limit: { defaultValue: 20 },
  off: { enabled: false, defaultValue: false, rules: [{ ...forPro, value: true }] },
})

test('flags answer in their type', () => {
  const flags = openTestFlags({ bootstrap })
  expect(flags.boolean('checkout', {}, false)).toBe(true)
  expect(flags.string('colour', { attributes: { plan: 'pro' } }, 'red')).toBe('green')
  expect(flags.number('limit', {}, 1)).toBe(20)
})

test('details say why', () => {
  const flags = openTestFlags({ bootstrap })
  const rule = { value: 'green', reason: 'RULE_MATCH', ruleId: 'rule_pro', version: 7 }
  expect(flags.stringDetails('colour', { attributes: { plan: 'pro' } }, 'red')).toMatchObject(rule)
  expect(flags.stringDetails('colour', {}, 'red')).toMatchObject({ value: 'blue', reason: 'DEFAULT', variant: 'sky' })
  expect(flags.booleanDetails('off', {}, true)).toMatchObject({ value: false, reason: 'DISABLED' })
  expect(flags.numberDetails('limit', {}, 1)).toMatchObject({ value: 20, reason: 'DEFAULT', isStatic: true })
})

test('a flag that is not there, or of another type, gives the fallback and says so', () => {
  const flags = openTestFlags({ bootstrap })
  const missing = { value: 'mine', reason: 'FLAG_NOT_FOUND', error: 'FLAG_NOT_FOUND' }
  expect(flags.stringDetails('none', {}, 'mine')).toEqual(missing)
  expect(flags.stringDetails('constructor', {}, 'mine')).toEqual(missing)
  expect(flags.numberDetails('colour', {}, 3)).toEqual({ value: 3, reason: 'ERROR', error: 'TYPE_MISMATCH' })
  expect(flags.boolean('limit', {}, true)).toBe(true)
})

test('no context is somebody of whom nothing is known', () => {
  const flags = openTestFlags({ bootstrap })
  for (const nothing of [undefined, null]) expect(flags.string('colour', nothing as never, 'red')).toBe('blue')
})

test('before there are flags every answer is the fallback', () => {
  const flags = openTestFlags()
  expect(flags.boolean('checkout', {}, false)).toBe(false)
  expect(flags.booleanDetails('checkout', {}, false)).toMatchObject({ reason: 'ERROR', error: 'NOT_READY' })
  expect(flags.all({})).toEqual({})
  expect(flags.status).toBe('starting')
})

test('all flags are answered at once, or those that a browser may know', () => {
  const { checkout, ...others } = bootstrap.flags
  const shown = { ...bootstrap, flags: { ...others, checkout: { ...checkout, clientSafe: true } } } as typeof bootstrap
  const flags = openTestFlags({ bootstrap: shown })
  const values = Object.entries(flags.all({ attributes: { plan: 'pro' } })).map(([key, { value }]) => [key, value])
  expect(Object.fromEntries(values)).toEqual({ checkout: true, colour: 'green', limit: 20, off: false })
  expect(Object.keys(flags.all({}, { clientSafe: true }))).toEqual(['checkout'])
})

test('whatever is passed, nothing throws and the fallback or the flag comes back', () => {
  const flags = openTestFlags({ bootstrap })
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
  const key = fc.oneof(anything, fc.constantFrom('checkout', 'colour', 'limit'))
  fc.assert(
    fc.property(key, anything, anything, (...passed) => {
      const [key, context, fallback] = passed as [string, EvaluationContext, never]
      // Compared with `toContainEqual`, since NaN is never `===` to an item.
      expect([fallback, true]).toContainEqual(flags.boolean(key, context, fallback))
      expect([fallback, 'blue', 'green']).toContainEqual(flags.string(key, context, fallback))
      expect([fallback, 20]).toContainEqual(flags.number(key, context, fallback))
      expect(flags.booleanDetails(key, context, fallback)).toHaveProperty('reason')
      expect(flags.all(context)).toBeTypeOf('object')
    }),
  )
})

test('a context that throws when it is read is an error of that evaluation alone', () => {
  const flags = openTestFlags({ bootstrap })
  const context = new Proxy({}, { get: () => fail(), has: () => fail(), ownKeys: () => fail() })
  expect(flags.stringDetails('colour', context, 'mine')).toEqual({ value: 'mine', reason: 'ERROR', error: 'GENERAL' })
  expect(flags.all(context)).toEqual({})
})

const fail = (): never => {
  throw new Error('a trap')
}
