import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openTestFlags } from './support/flags.ts'
import { heldFetch } from './support/held-fetch.ts'
import { heldStreams } from './support/held-streams.ts'
import { memoryStorage } from './support/memory-storage.ts'

/** Waits until everything that is due now is done. */
const settle = () => new Promise(setImmediate)

test('before there are answers every answer is the fallback', () => {
  const flags = openTestFlags({ fetch: heldFetch().fetch, flags: ['a'] })
  expect(flags.boolean('a', true)).toBe(true)
  expect(flags.booleanDetails('a', true)).toEqual({ value: true, reason: 'ERROR', error: 'NOT_READY' })
  expect(flags.status).toBe('starting')
  expect(flags.all()).toEqual({})
})

test('flags answer in their type, or give the fallback and say why', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer('green')
  expect(await flags.ready()).toBe(true)
  expect(flags.string('a', 'blue')).toBe('green')
  expect(flags.stringDetails('a', 'blue')).toEqual({ value: 'green', reason: 'DEFAULT' })
  expect(flags.numberDetails('a', 3)).toEqual({ value: 3, reason: 'ERROR', error: 'TYPE_MISMATCH' })
})

test('flags that nobody named are asked for together when they are wanted', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(true)
  await flags.ready()
  const changed = vi.fn()
  flags.on('changed', changed)
  expect([flags.boolean('b', false), flags.boolean('c', false), flags.boolean('b', false)]).toEqual([
    false,
    false,
    false,
  ])
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.flags).toEqual(['a', 'b', 'c'])
  asked[1]?.answer(true)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith({ keys: ['b', 'c'] }))
  expect(flags.boolean('c', false)).toBe(true)
})

test('a stream that tells of the revision that is here already is no reason to ask again', async () => {
  const { tell } = heldStreams()
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  tell(7)
  asked[0]?.answer('of 7', 7)
  await flags.ready()
  tell(7)
  await settle()
  expect(asked).toHaveLength(1)
  tell(8)
  await settle()
  expect(asked).toHaveLength(2)
})

test('what a stream told of before the answer came is asked for, once', async () => {
  const { tell } = heldStreams()
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  tell(7)
  tell(8)
  asked[0]?.answer('of 6', 6)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer('of 8', 8)
  await vi.waitFor(() => expect(flags.string('a', '')).toBe('of 8'))
  expect(asked).toHaveLength(2)
})

test('where answers do not say of which revision they are, news are asked for', async () => {
  const { tell } = heldStreams()
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: Array.from({ length: 101 }, (_, at) => `flag-${at}`) })
  tell(7)
  asked[0]?.answer('of 7', 7)
  asked[1]?.answer('of 6', 6)
  await flags.ready()
  await vi.waitFor(() => expect(asked).toHaveLength(4))
})

test('a flag that is not there is not asked for again', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(null)
  await flags.ready()
  expect(flags.booleanDetails('a', true)).toEqual({ value: true, reason: 'FLAG_NOT_FOUND', error: 'FLAG_NOT_FOUND' })
  await settle()
  expect(asked).toHaveLength(1)
})

test('a flag that Delivery cannot read gives the fallback and an error', async () => {
  const results = { a: { value: null, reason: 'ERROR' } }
  const flags = openTestFlags({ fetch: async () => Response.json({ results, meta: {} }), flags: ['a'] })
  await flags.ready()
  expect(flags.booleanDetails('a', true)).toEqual({ value: true, reason: 'ERROR', error: 'GENERAL' })
})

test('many flags take several requests', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: Array.from({ length: 250 }, (_, at) => `flag-${at}`) })
  expect(asked.map((one) => one.flags.length)).toEqual([100, 100, 50])
  for (const one of asked) one.answer(true)
  await flags.ready()
  expect(Object.keys(flags.all())).toHaveLength(250)
})

test('another context keeps the old answers until the new ones are here, and the last one wins', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a', 'b'], context: { userId: 'ada' } })
  asked[0]?.answer('of ada')
  await flags.ready()
  const seen: string[] = []
  flags.on('changed', () => seen.push(`${flags.string('a', '')}, ${flags.string('b', '')}`))
  const toBob = flags.setContext({ userId: 'bob' })
  const toCy = flags.setContext({ userId: 'cy' })
  expect(flags.string('a', '')).toBe('of ada')
  expect(asked[1]?.signal.aborted).toBe(true)
  asked[1]?.answer('of bob')
  asked[2]?.answer('of cy')
  expect(await toBob).toBe(false)
  expect(await toCy).toBe(true)
  expect(flags.context).toEqual({ userId: 'cy' })
  expect(seen).toEqual(['of cy, of cy'])
})

test('what is asked while a context changes belongs to the new one', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(1)
  await flags.ready()
  const change = flags.setContext({ userId: 'ada' })
  flags.number('b', 0)
  await settle()
  asked[1]?.answer(2)
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]).toMatchObject({ flags: ['a', 'b'], context: { userId: 'ada' } })
  asked[2]?.answer(3)
  expect(await change).toBe(true)
  expect(flags.number('b', 0)).toBe(3)
})

test('a question that is no longer of interest disturbs nothing when it is answered late', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(1)
  await flags.ready()
  void flags.setContext({ userId: 'bob' })
  void flags.setContext({ userId: 'cy' })
  asked[1]?.answer(2)
  await settle()
  flags.number('b', 0)
  await settle()
  expect(asked).toHaveLength(3)
  asked[2]?.answer(3)
  await vi.waitFor(() => expect(asked).toHaveLength(4))
  expect(asked[3]).toMatchObject({ flags: ['a', 'b'], context: { userId: 'cy' } })
})

test('an answer that stays what it was stays the same object, and nobody is told', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(true)
  await flags.ready()
  const before = flags.peek('a')
  const changed = vi.fn()
  flags.on('changed', changed)
  const change = flags.setContext({ userId: 'ada' })
  asked[1]?.answer(true)
  await change
  expect(flags.peek('a')).toBe(before)
  expect(changed).not.toHaveBeenCalled()
})

test('without Bunting answers stay, and are current again when it is back', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer('before')
  await flags.ready()
  const told: string[] = []
  for (const name of ['stale', 'ready', 'error'] as const) flags.on(name, () => told.push(name))
  const change = flags.setContext({ userId: 'ada' })
  asked[1]?.fail()
  expect(await change).toBe(false)
  expect(flags.status).toBe('stale')
  expect(flags.string('a', '')).toBe('before')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[2]?.answer('after')
  await vi.waitFor(() => expect(flags.string('a', '')).toBe('after'))
  expect(told).toEqual(['stale', 'error', 'ready'])
})

test('the next visit begins with the answers of the last, unless it is somebody else', async () => {
  const storage = memoryStorage()
  const first = heldFetch()
  const before = openTestFlags({ storage, fetch: first.fetch, flags: ['a'], context: { userId: 'ada' } })
  first.asked[0]?.answer('of ada')
  await before.ready()
  const same = openTestFlags({ storage, context: { userId: 'ada' } })
  expect(await same.ready()).toBe(true)
  expect(same.string('a', '')).toBe('of ada')
  const other = openTestFlags({ storage, context: { userId: 'bob' } })
  expect(other.string('a', 'mine')).toBe('mine')
})

test('a storage that fails costs no flags', async () => {
  const broken = () => {
    throw new Error('no space')
  }
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, storage: { getItem: broken, setItem: broken }, flags: ['a'] })
  asked[0]?.answer(true)
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean('a', false)).toBe(true)
})

const strange = ['{"a":null}', '{"a":{}}', '{"a":{"value":true}}', '[1]', '"a"', 'null', '7']
test.each(strange)('what is kept and are no answers, such as %s, is as if it were not there', async (results) => {
  const storage = memoryStorage()
  storage.setItem('bunting:pk_test', `{"context":{},"results":${results}}`)
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, storage, flags: ['a'] })
  expect(flags.status).toBe('starting')
  expect(flags.booleanDetails('a', true)).toMatchObject({ value: true, error: 'NOT_READY' })
  asked[0]?.answer(false)
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean('a', true)).toBe(false)
  expect(JSON.parse(storage.getItem('bunting:pk_test') ?? '').results.a).toMatchObject({ value: false })
})

test.each(strange)('an answer whose results are %s is an error, and asked for again', async (results) => {
  let asked = 0
  const fetch = async () =>
    asked++ === 0
      ? new Response(`{"results":${results},"meta":{}}`)
      : Response.json({ results: { a: { value: true, reason: 'DEFAULT' } }, meta: {} })
  const flags = openTestFlags({ fetch, flags: ['a'] })
  const errors: string[] = []
  flags.on('error', ({ error }) => errors.push(error.code))
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean('a', false)).toBe(true)
  expect(errors).toEqual(['BAD_ANSWER'])
})

test('initial answers that are none are as if they were not there', () => {
  const initial = { a: null } as never
  expect(openTestFlags({ fetch: heldFetch().fetch, initial }).status).toBe('starting')
})

test('initial answers are there at once', () => {
  const flags = openTestFlags({ fetch: heldFetch().fetch, initial: { a: { value: true, reason: 'DEFAULT' } } })
  expect(flags.status).toBe('ready')
  expect(flags.boolean('a', false)).toBe(true)
})

test('whatever is passed, nothing throws', async () => {
  const { fetch, asked } = heldFetch()
  const flags = openTestFlags({ fetch, flags: ['a'] })
  asked[0]?.answer(true)
  await flags.ready()
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (...passed) => {
      const [key, fallback] = passed as [string, never]
      // Compared with `toContainEqual`, since NaN is never `===` to an item.
      expect([fallback, true]).toContainEqual(flags.boolean(key, fallback))
      expect(flags.stringDetails(key, fallback)).toHaveProperty('reason')
      flags.peek(key)
    }),
  )
})
