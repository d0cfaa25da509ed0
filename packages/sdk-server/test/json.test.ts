import { expect, expectTypeOf, test } from 'vitest'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { heldStream } from './support/held-stream.ts'

const small = { perMinute: 60, regions: ['eu'] }
const large = { perMinute: 600, regions: ['eu', 'us'] }
const forPro = {
  id: 'rule_pro',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
  value: large,
}
const limits = { defaultValue: small, rules: [forPro], variants: [{ key: 'small', value: small }] }
const bootstrap = () =>
  bundle(structuredClone({ limits, regions: { defaultValue: ['eu'] }, colour: { defaultValue: 'blue' } }))
const pro = { attributes: { plan: 'pro' } }
const mine = { perMinute: 1, regions: [] as string[] }

test('a json flag answers an object or an array, with its reasons', () => {
  const flags = openTestFlags({ bootstrap: bootstrap() })
  expect(flags.json('limits', pro, mine)).toEqual(large)
  expect(flags.json('regions', {}, [''])).toEqual(['eu'])
  const details = flags.jsonDetails('limits', {}, mine)
  expect(details).toMatchObject({ value: small, reason: 'DEFAULT', variant: 'small', version: 1 })
  expect(flags.all(pro)).toMatchObject({ limits: { value: large, ruleId: 'rule_pro' }, regions: { value: ['eu'] } })
})

test('nobody can change an answer for the others', () => {
  const flags = openTestFlags({ bootstrap: bootstrap() })
  const answer = flags.json('limits', {}, mine)
  expect(() => answer.regions.push('us')).toThrow(TypeError)
  expect(flags.json('limits', {}, mine)).toEqual(small)
})

test('types are kept apart', () => {
  const flags = openTestFlags({ bootstrap: bootstrap() })
  const mismatch = { value: mine, reason: 'ERROR', error: 'TYPE_MISMATCH' }
  expect(flags.jsonDetails('colour', {}, mine)).toEqual(mismatch)
  expect(flags.stringDetails('limits', {}, 'mine')).toEqual({ ...mismatch, value: 'mine' })
  expect(flags.jsonDetails('none', {}, mine)).toEqual({
    value: mine,
    reason: 'FLAG_NOT_FOUND',
    error: 'FLAG_NOT_FOUND',
  })
})

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

test('what does not pass the check is the fallback', () => {
  const flags = openTestFlags({ bootstrap: bootstrap() })
  const names = flags.json('regions', {}, [], areNames)
  expectTypeOf(names).toEqualTypeOf<string[]>()
  expect(names).toEqual(['eu'])
  expect(flags.jsonDetails('limits', {}, ['mine'], areNames)).toEqual({
    value: ['mine'],
    reason: 'ERROR',
    error: 'TYPE_MISMATCH',
  })
})

test('what a schema makes of a value is the answer, with the reasons of the flag', () => {
  const schema = {
    '~standard': { validate: (value: unknown) => ({ value: { ...(value as typeof small), burst: 10 } }) },
  }
  const flags = openTestFlags({ bootstrap: bootstrap() })
  const { burst, perMinute } = flags.json('limits', pro, { ...mine, burst: 1 }, schema)
  expect([burst, perMinute]).toEqual([10, 600])
  expect(flags.jsonDetails('limits', pro, { ...mine, burst: 1 }, schema)).toMatchObject({
    value: { ...large, burst: 10 },
    ruleId: 'rule_pro',
  })
})

test('evaluations of json flags are told under the variant, else under the text, and those that failed as such', async () => {
  const { fetch, events } = heldStream()
  const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
  const flags = openTestFlags({ bootstrap: bootstrap(), fetch, telemetry })
  flags.json('limits', {}, mine)
  flags.json('limits', pro, mine)
  flags.json('limits', pro, [], areNames)
  await flags.close()
  expect(events()).toMatchObject([
    { flagKey: 'limits', value: 'small', variant: 'small', reason: 'DEFAULT' },
    { flagKey: 'limits', value: JSON.stringify(large), reason: 'RULE_MATCH', ruleId: 'rule_pro' },
    { flagKey: 'limits', value: null, reason: 'ERROR' },
  ])
})
