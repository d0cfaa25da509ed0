import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Bundle, parseSent } from '../src/bundle.ts'
import { openLiveBundle } from '../src/live-bundle.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { heldStream } from './support/held-stream.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const inSegment = (key: string) => ({
  id: 'rule_1',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ operator: 'in_segment', value: key }],
  value: true,
})
const segment = (...included: string[]) => ({ unit: null, config: { version: 1, included, excluded: [], rules: [] } })

const first = bundle(
  {
    beta: { rules: [inSegment('testers')] },
    next: { defaultValue: true, prerequisites: [{ flagKey: 'beta', values: [true] }] },
    alone: { defaultValue: false },
  },
  { segments: { testers: segment('ada') } },
)
const flag = (key: string, defaultValue: boolean) => bundle({ [key]: { version: 2, defaultValue } }).flags[key]
const patch = (from: number, flags: object, segments: object = {}) => ({
  format: 2,
  environmentId: 'env_test',
  from,
  revision: from + 1,
  flags,
  segments,
})

/** Flags that follow a stream, with the changes that they reported and the requests that they sent. */
const openFollowing = async () => {
  const stream = heldStream()
  const flags = openTestFlags({ fetch: stream.fetch })
  const told: unknown[] = []
  flags.on('changed', ({ keys }) => told.push(keys))
  flags.on('stale', () => told.push('stale'))
  flags.on('error', ({ error }) => told.push(error.message))
  stream.send(first)
  await flags.ready()
  return { ...stream, flags, told }
}

test('a change is told by the keys of the flags that a patch changed, or that need what it changed', async () => {
  const { sendPatch, told } = await openFollowing()
  sendPatch(patch(1, { alone: flag('alone', true) }))
  sendPatch(patch(2, {}, { testers: segment('bob') }))
  sendPatch(patch(3, { alone: null, added: flag('added', true), never: null }))
  sendPatch(patch(4, { added: flag('added', true) }, { testers: segment('bob'), unused: segment() }))
  sendPatch(patch(5, { added: { id: 'flag_1' } }))
  sendPatch(patch(6, { last: flag('last', true) }))
  await vi.waitFor(() => expect(told).toContainEqual(['last']))
  expect(told).toEqual([
    ['alone'],
    ['beta', 'next'],
    ['alone', 'added'],
    'The flag "added" cannot be read.',
    ['added'],
    ['last'],
  ])
})

test('where a patch is of another revision, the whole is asked for at once, and nobody notices', async () => {
  const { send, sendPatch, asked, flags, told } = await openFollowing()
  sendPatch(patch(1, { alone: flag('alone', true) }))
  sendPatch(patch(7, { alone: null, beta: null }))
  await vi.waitFor(() => expect(asked()).toEqual(['?from=', '?from=2']))
  expect(flags.boolean('alone', {}, false)).toBe(true)
  // The service may know the changes since that revision. If its patch does not begin there, only the whole bundle is left.
  sendPatch(patch(8, { alone: null }))
  await vi.waitFor(() => expect(asked()).toEqual(['?from=', '?from=2', '?from=']))
  send({ ...bundle({ alone: { defaultValue: false } }), revision: 9 })
  await vi.waitFor(() => expect(told).toEqual([['alone'], ['alone', 'beta', 'next']]))
  expect(flags.status).toBe('ready')
})

test('what is no patch at all is told of where nothing else can be had, and changes nothing', async () => {
  const { sendPatch, asked, flags, told } = await openFollowing()
  sendPatch({ ...patch(1, {}), flags: [] })
  await vi.waitFor(() => expect(asked()).toEqual(['?from=', '?from=']))
  await vi.waitFor(() => expect(told).toContain('stale'))
  expect(flags.boolean('beta', { userId: 'ada' }, false)).toBe(true)
})

test('who asks instead of listening gets patches too, and the whole where they do not fit', async () => {
  const answers: [expected: string, sent: { revision: number }][] = [
    ['?from=', first],
    ['?from=1', patch(1, { alone: flag('alone', true) })],
    ['?from=2', patch(5, { alone: null })],
    ['?from=', { ...bundle({ whole: { defaultValue: true } }), revision: 6 }],
  ]
  const asked: string[] = []
  const { fetch, requests } = recordedFetch((path) => {
    if (path === '/v1/stream') return new Response('', { status: 503 })
    asked.push(requests.at(-1)?.query ?? '')
    const sent = answers[asked.length - 1]?.[1]
    if (!sent) return new Response(null, { status: 304 })
    return Response.json(sent, { headers: { etag: `"${sent.revision}"` } })
  })
  const flags = openTestFlags({ fetch })
  await vi.waitFor(() => expect(flags.boolean('alone', {}, false)).toBe(true))
  await vi.waitFor(() => expect(flags.boolean('whole', {}, false)).toBe(true))
  expect(asked.slice(0, 4)).toEqual(answers.map(([expected]) => expected))
})

test('what is kept is the whole bundle, written at the end at the latest, and not for each of many patches', async () => {
  const written: string[] = []
  const cache = { read: async () => undefined, write: async (text: string) => void written.push(text) }
  const { fetch, send, sendPatch } = heldStream()
  const flags = openTestFlags({ fetch, cache })
  send({
    ...first,
    flags: { ...first.flags, large: bundle({ large: { defaultValue: 'x'.repeat(1e6) } }).flags.large },
  } as Bundle)
  await flags.ready()
  for (let from = 1; from <= 100; from++) sendPatch(patch(from, { alone: flag('alone', from % 2 === 0) }))
  sendPatch(patch(101, { alone: null, ['__proto__']: flag('x', true) }, { testers: null, staff: segment('cy') }))
  await vi.waitFor(() => expect(flags.booleanDetails('alone', {}, true).error).toBe('FLAG_NOT_FOUND'))
  expect(written.length).toBeLessThan(10)
  await flags.close()
  const kept = JSON.parse(written.at(-1) ?? '')
  expect(kept).toMatchObject({
    format: 2,
    environmentId: 'env_test',
    revision: 102,
    segments: { staff: segment('cy') },
  })
  expect(Object.keys(kept.flags)).toEqual(['beta', 'next', 'large', '__proto__'])
  const again = openTestFlags({ bootstrap: kept })
  expect(again.boolean('__proto__', {}, false)).toBe(true)
})

const keys = ['beta', 'next', 'alone', 'added', '__proto__', 'constructor', 'testers']
const anything = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(null, flag('x', true), segment('bob'), 1, 2))
const someOf = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), anything), { maxLength: 4, selector: ([key]) => key })
  .map((entries) => Object.fromEntries(entries))
const mostly = (usual: unknown, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
const hostile = fc.record(
  {
    format: mostly(2, anything),
    environmentId: mostly('env_test', anything),
    from: mostly(1, anything),
    revision: mostly(2, anything),
    flags: fc.oneof({ weight: 12, arbitrary: someOf }, { weight: 1, arbitrary: anything }),
    segments: fc.oneof({ weight: 12, arbitrary: someOf }, { weight: 1, arbitrary: anything }),
  },
  { requiredKeys: ['flags', 'from', 'format', 'environmentId', 'revision'] },
)

const answersOf = (live: ReturnType<typeof openLiveBundle>) => {
  const contexts = [{}, { userId: 'ada' }, { userId: 'bob' }]
  const answers = Array.from(live.flags, ([key, each]) => [
    key,
    contexts.map((context) => each.evaluate(context).details),
  ])
  return Object.fromEntries(answers)
}

test('whatever is sent as a patch is applied as a whole or not at all', () => {
  let applied = 0
  fc.assert(
    fc.property(hostile, (sent) => {
      const live = openLiveBundle(structuredClone(first))
      const before = live.text()
      let patched: unknown
      try {
        const parsed = parseSent(JSON.stringify(sent))
        patched = 'from' in parsed ? live.patch(parsed) : undefined
      } catch {}
      if (patched) {
        applied++
        const { flags, segments, ...head } = JSON.parse(before)
        const merged = (items: object, said: unknown) =>
          Object.fromEntries(
            Object.entries({ ...items, ...JSON.parse(JSON.stringify(said ?? {})) }).filter(
              ([, value]) => value !== null,
            ),
          )
        const whole = { flags: merged(flags, sent.flags), segments: merged(segments, sent.segments) }
        expect(JSON.parse(live.text())).toEqual({ ...head, revision: sent.revision, ...whole })
      } else {
        expect(live.text()).toBe(before)
      }
      expect(answersOf(live)).toEqual(answersOf(openLiveBundle(JSON.parse(live.text()) as Bundle)))
    }),
    { numRuns: 1_000, seed: 20_263 },
  )
  expect(applied).toBeGreaterThan(250)
})
