import { expect, expectTypeOf, test, vi } from 'vitest'
import { openTestFlags } from './support/flags.ts'
import { heldFetch } from './support/held-fetch.ts'
import { memoryStorage } from './support/memory-storage.ts'

const theme = { accent: 'blue', sizes: [1, 2] }
const mine = { accent: 'red', sizes: [] as number[] }

/** A page that received these results. */
const openAnswered = async (results: object) => {
  const fetch = async () => Response.json({ results, meta: { environmentId: 'env_1' } })
  const flags = openTestFlags({ fetch, flags: Object.keys(results) })
  await flags.ready()
  return flags
}

test('a json flag answers an object or an array, or gives the fallback and says why', async () => {
  const flags = await openAnswered({
    theme: { value: theme, reason: 'RULE_MATCH', ruleId: 'rule_1', variant: 'sky' },
    tabs: { value: ['home'], reason: 'DEFAULT' },
    dark: { value: true, reason: 'DEFAULT' },
  })
  expect(flags.json('theme', mine)).toEqual(theme)
  expect(flags.json('tabs', [''])).toEqual(['home'])
  const why = { reason: 'RULE_MATCH', ruleId: 'rule_1', variant: 'sky' }
  expect(flags.jsonDetails('theme', mine)).toEqual({ value: theme, ...why })
  expect(flags.jsonDetails('dark', mine)).toEqual({ value: mine, reason: 'ERROR', error: 'TYPE_MISMATCH' })
  expect(flags.booleanDetails('theme', true)).toEqual({ value: true, reason: 'ERROR', error: 'TYPE_MISMATCH' })
})

test('what does not pass the check is the fallback, and what a schema makes of a value is the answer', async () => {
  const isSmall = (value: unknown): value is typeof theme => (value as typeof theme).sizes.length < 2
  const schema = {
    '~standard': { validate: (value: unknown) => ({ value: { ...(value as typeof theme), radius: 4 } }) },
  }
  const flags = await openAnswered({ theme: { value: theme, reason: 'DEFAULT' } })
  expect(flags.jsonDetails('theme', mine, isSmall)).toMatchObject({ value: mine, error: 'TYPE_MISMATCH' })
  const filled = flags.json('theme', { ...mine, radius: 0 }, schema)
  expectTypeOf(filled.radius).toEqualTypeOf<number>()
  expect(filled).toEqual({ ...theme, radius: 4 })
  expect(flags.json('theme', { ...mine, radius: 0 }, schema)).toBe(filled)
})

test('nobody can change an answer for the others', async () => {
  const flags = await openAnswered({ theme: { value: theme, reason: 'DEFAULT' } })
  expect(() => flags.json('theme', mine).sizes.push(3)).toThrow(TypeError)
})

test('a value that says the same is the same object, in whatever order and for whatever reason it comes', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['theme'] })
  asked[0]?.answer(theme)
  await flags.ready()
  const changed = vi.fn()
  flags.on('changed', changed)
  const before = flags.json('theme', mine)
  for (const [at, [value, reason]] of [
    [{ sizes: [1, 2], accent: 'blue' }, 'DEFAULT'] as const,
    [{ accent: 'blue', sizes: [1, 2] }, 'RULE_MATCH'] as const,
  ].entries()) {
    const change = flags.setContext({ userId: `user-${at}` })
    asked[at + 1]?.answer(value, undefined, reason)
    await change
    expect(flags.json('theme', mine)).toBe(before)
  }
  expect(changed).toHaveBeenCalledTimes(1)
  const change = flags.setContext({ userId: 'somebody' })
  asked[3]?.answer({ accent: 'blue', sizes: [2, 1] })
  await change
  expect(flags.json('theme', mine)).toEqual({ accent: 'blue', sizes: [2, 1] })
})

test('the next visit begins with the objects of the last', async () => {
  const storage = memoryStorage()
  const { fetch, asked } = heldFetch()
  const before = openTestFlags({ storage, fetch, flags: ['theme'] })
  asked[0]?.answer(theme)
  await before.ready()
  expect(openTestFlags({ storage }).json('theme', mine)).toEqual(theme)
})

test('a flag that waits for another says for which', async () => {
  const off = { value: false, reason: 'DISABLED', prerequisite: 'checkout' }
  const flags = await openAnswered({ express: off })
  expect(flags.booleanDetails('express', true)).toEqual(off)
})

test('lists of the context are sent, and the same list is no other context', async () => {
  const { fetch, asked } = heldFetch()
  const context = { attributes: { roles: ['admin', 'editor'] } }
  const flags = openTestFlags({ fetch, flags: ['theme'], context })
  asked[0]?.answer(theme)
  await flags.ready()
  expect(asked[0]?.context).toEqual(context)
  expect(await flags.setContext(structuredClone(context))).toBe(true)
  expect(asked).toHaveLength(1)
})

test('evaluations of json flags are told under the variant, else under the text', async () => {
  const results = {
    theme: { value: theme, reason: 'RULE_MATCH', ruleId: 'rule_1', variant: 'sky' },
    tabs: { value: ['home'], reason: 'DEFAULT' },
  }
  const bodies: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/bulk')) return Response.json({ results, meta: { environmentId: 'env_1' } })
    bodies.push(String(init?.body))
    return new Response('{}', { status: 202 })
  }
  const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
  const flags = openTestFlags({ fetch, flags: ['theme', 'tabs'], telemetry })
  await flags.ready()
  flags.json('theme', mine)
  flags.json('tabs', [])
  flags.json('theme', mine, () => false)
  await flags.close()
  expect(bodies.flatMap((body) => JSON.parse(body).events)).toMatchObject([
    { flagKey: 'theme', value: 'sky', variant: 'sky', reason: 'RULE_MATCH' },
    { flagKey: 'tabs', value: '["home"]', reason: 'DEFAULT' },
    { flagKey: 'theme', value: null, reason: 'ERROR' },
  ])
})
