import { expect } from 'vitest'
import { everyCase } from '../../apps/server/src/testing/every-case.ts'
import { bundle, equals, rule } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'

const anything = [
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  [],
  ['a', 1],
  {},
  { a: { b: [] } },
  'x'.repeat(100_000),
  '\u0000',
  '\ud83d',
]

scenario(41, 'a caller may pass anything: there is an answer, and never an exception', async ({ open }) => {
  const rules = [rule({ conditions: [equals('plan', 'pro')], value: 'pro' })]
  const client = await open({ bootstrap: bundle({ flag: { defaultValue: 'known', rules } as never }) })
  await client.ready()
  const cases = anything.flatMap((odd) => [
    { name: `a key ${JSON.stringify(odd)?.slice(0, 30)}`, asked: { flagKey: odd } },
    { name: `a context ${JSON.stringify(odd)?.slice(0, 30)}`, asked: { context: odd } },
    { name: `attributes ${JSON.stringify(odd)?.slice(0, 30)}`, asked: { context: { attributes: odd } } },
    { name: `an attribute ${JSON.stringify(odd)?.slice(0, 30)}`, asked: { context: { attributes: { plan: odd } } } },
    { name: `a user ${JSON.stringify(odd)?.slice(0, 30)}`, asked: { context: { userId: odd, anonymousId: odd } } },
  ])
  await everyCase(cases, async ({ asked }) => {
    const { value } = await client.evaluate('flag', 'mine', asked)
    expect(['known', 'mine']).toContain(value)
  })
  expect((await client.evaluate('flag', 'mine')).value).toBe('known')
})

scenario(41, 'attributes that cannot be read give the fallback', async ({ open }) => {
  const rules = [rule({ conditions: [equals('plan', 'pro')], value: 'pro' })]
  const client = await open({ bootstrap: bundle({ flag: { defaultValue: 'known', rules } as never }) })
  await client.ready()
  const answer = await client.evaluate('flag', 'mine', { hostile: 'throws' })
  expect(answer).toEqual({ value: 'mine', reason: 'ERROR', errorCode: 'GENERAL' })
})

scenario(41, 'a flag that is asked for as another type gives the fallback', async ({ open }) => {
  const flags = {
    truth: { defaultValue: true },
    text: { defaultValue: 'text' },
    number: { defaultValue: 1 },
    json: { defaultValue: {} },
  }
  const client = await open({ bootstrap: bundle(flags) })
  await client.ready()
  const fallbacks = { boolean: false, string: 'mine', number: 7, json: { mine: true } }
  const own: Record<string, string> = { truth: 'boolean', text: 'string', number: 'number', json: 'json' }
  const pairs = Object.keys(flags).flatMap((flagKey) =>
    Object.entries(fallbacks).map(([type, fallback]) => ({ flagKey, type, fallback })),
  )
  for (const { flagKey, type, fallback } of pairs) {
    const answer = await client.evaluate(flagKey, fallback)
    const isOwn = own[flagKey] === type
    expect(answer.errorCode, `${flagKey} as ${type}`).toBe(isOwn ? undefined : 'TYPE_MISMATCH')
    if (!isOwn) expect(answer.value).toEqual(fallback)
  }
})
