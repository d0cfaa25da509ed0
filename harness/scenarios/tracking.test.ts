import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { everyCase } from '../../apps/server/src/testing/every-case.ts'
import { bundle, rule } from '../support/bundles.ts'
import type { Client, Question, Tracked } from '../support/client.ts'
import type { Delivery } from '../support/delivery.ts'
import { scenario } from '../support/scenario.ts'
import { eventsIn, exposuresIn, trackedBodies, trackPath } from '../support/tracked.ts'

const never = 86_400_000
const bootstrap = bundle({ flag: { defaultValue: true } })
const bought: Tracked = { name: 'bought', context: { userId: 'ada' } }

scenario(43, 'an event is told once, with its value, and of its context the ids alone', async (stage) => {
  const delivery = await stage.openDelivery()
  const client = await stage.open({ key: 'sk_test', bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  const context = { userId: 'ada', anonymousId: 'visitor', attributes: { plan: 'pro' } }
  const before = Date.now()
  await client.track({ name: 'bought', context, value: 49.5 })
  await client.track({ name: 'seen', context })
  await client.flush()
  await client.flush()
  const [asked, ...more] = delivery.asked(trackPath)
  expect(more).toEqual([])
  expect(asked?.headers).toMatchObject({
    authorization: 'Bearer sk_test',
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'user-agent': expect.stringMatching(new RegExp(`^bunting-${stage.language}/\\d`)),
  })
  const [body] = trackedBodies(delivery)
  expect(body?.sdk).toEqual({ type: 'server', version: expect.stringMatching(new RegExp(`^${stage.language}-\\d`)) })
  expect(body?.exposures).toEqual([])
  const ids = { userId: 'ada', anonymousId: 'visitor' }
  const made = { at: expect.any(Number), id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(body?.events).toEqual([
    { name: 'bought', context: ids, value: 49.5, ...made },
    { name: 'seen', context: ids, ...made },
  ])
  expect(body?.events[0]?.id).not.toBe(body?.events[1]?.id)
  expect(body?.events[0]?.at).toBeGreaterThanOrEqual(before)
  expect(body?.sentAt).toBeGreaterThanOrEqual(body?.events[1]?.at ?? Number.NaN)
  expect(body?.sentAt).toBeLessThanOrEqual(Date.now())
})

scenario(
  43,
  'a request has a thousand of them and 256 KiB at most, and none is lost',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
    await client.track({ ...bought, times: 1_500 })
    await client.track({ name: 'long', context: { userId: 'é'.repeat(500) }, times: 800 })
    await client.flush()
    for (const { body } of delivery.asked(trackPath)) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024)
      expect(JSON.parse(body).events.length).toBeLessThanOrEqual(1_000)
    }
    const events = eventsIn(delivery)
    expect(events.map(({ name }) => name)).toEqual([...Array(1_500).fill('bought'), ...Array(800).fill('long')])
    expect(new Set(events.map(({ id }) => id)).size).toBe(2_300)
  },
)

scenario(43, 'what waits is bounded, and what comes then is dropped', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await client.track({ ...bought, times: 10_500 })
  for (let flush = 0; flush < 3; flush++) await client.flush()
  expect(eventsIn(delivery)).toHaveLength(10_000)
  await client.track(bought)
  await client.flush()
  expect(eventsIn(delivery)).toHaveLength(10_001)
})

const kept: Record<string, (delivery: Delivery) => void> = {
  'an answer that is lost': (delivery) => delivery.on(trackPath, (_, reply) => reply.cut()),
  'a 503': (delivery) => delivery.on(trackPath, (_, reply) => reply.answer(503)),
  'a 429': (delivery) => delivery.on(trackPath, (_, reply) => reply.answer(429)),
}
for (const [what, fail] of Object.entries(kept)) {
  scenario(
    43,
    `${what}: the same bytes with the same key, but for the time of sending, until they are answered`,
    async ({ open, openDelivery }) => {
      const delivery = await openDelivery()
      fail(delivery)
      const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
      await client.track(bought)
      await client.flush()
      await client.track({ ...bought, name: 'returned' })
      delivery.on(trackPath, undefined)
      const [{ sentAt: firstSentAt = 0 } = {}] = trackedBodies(delivery)
      await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(firstSentAt))
      const before = Date.now()
      await client.flush()
      const [first, again, next] = delivery.asked(trackPath)
      const [, againBody, nextBody] = trackedBodies(delivery)
      const besidesTime = (asked?: { body: string }) => asked?.body.replace(/"sentAt":\d+/, '')
      expect(besidesTime(again)).toBe(besidesTime(first))
      // The service corrects clocks by the time of this attempt: with that of the first, events would be hours too new.
      expect(againBody?.sentAt).toBeGreaterThanOrEqual(before)
      expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
      expect(next?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
      expect(nextBody?.events).toMatchObject([{ name: 'returned' }])
    },
  )
}

scenario(43, 'a 422 drops the events and is told; a refused key ends telling', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on(trackPath, (_, reply) => reply.answer(422))
  delivery.has(bootstrap)
  const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: never } })
  await client.ready()
  await client.track(bought)
  await client.flush()
  await client.toldErrors('TELEMETRY')
  delivery.on(trackPath, (_, reply) => reply.answer(401))
  await client.track(bought)
  await client.flush()
  await client.toldErrors('TELEMETRY', 'TELEMETRY')
  await client.track(bought)
  await client.flush()
  expect(delivery.asked(trackPath)).toHaveLength(2)
  expect((await client.evaluate('flag', false)).value).toBe(true)
})

scenario(43, 'counts and events do not wait for each other', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on(trackPath, (_, reply) => reply.answer(503))
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await client.ready()
  await client.track(bought)
  await client.evaluate('flag', false)
  await client.flush()
  expect(delivery.asked('/v1/telemetry/events')).toHaveLength(1)
})

scenario(43, 'odd events do no harm to those beside them', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  const odd: Tracked[] = [
    {},
    { name: 7, context: 'ada', value: 'much' },
    { name: null, context: null, value: null },
    { name: 'odd', context: { userId: 5, attributes: [] } },
    { name: 'odd', context: { userId: 'ada', attributes: { plan: { deep: [1] } } } },
    { ...bought, hostile: 'throws' },
  ]
  for (const one of odd) await client.track(one)
  await client.track({ ...bought, name: 'good' })
  await client.flush()
  expect(eventsIn(delivery).at(-1)).toMatchObject({ name: 'good', context: { userId: 'ada' } })
})

scenario(43, 'without telemetry nothing is sent, and that is told once', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(bootstrap)
  const client = await open({ url: delivery.url })
  await client.ready()
  await client.track({ ...bought, times: 3 })
  await client.toldErrors('TELEMETRY')
  await client.close()
  expect(delivery.asked(trackPath)).toEqual([])
})

scenario(
  43,
  'closing tells what was tracked; where nobody answers, how much was not',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
    await client.track({ ...bought, times: 2 })
    await client.close()
    expect(eventsIn(delivery)).toHaveLength(2)
    delivery.on(trackPath, (_, reply) => reply.answer(503))
    const other = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
    await other.track({ ...bought, times: 3 })
    await other.close()
    await other.tells({ type: 'error', code: 'TELEMETRY', message: '3 events could not be told.' })
  },
)

scenario(
  43,
  'what OpenFeature tracks is told as what the SDK does',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const telemetry = { url: delivery.url, flushMs: never }
    const client = await open({ bootstrap, telemetry, api: 'openfeature' })
    await client.ready()
    const context = { targetingKey: 'ada', plan: 'pro' }
    await client.track({ name: 'bought', context, value: 0 })
    await client.track({ name: 'seen', context })
    await client.flush()
    expect(eventsIn(delivery).map(({ at, id, ...event }) => event)).toEqual([
      { name: 'bought', context: { userId: 'ada' }, value: 0 },
      { name: 'seen', context: { userId: 'ada' } },
    ])
  },
  { needs: 'openfeature' },
)

type ExposureCase = {
  name: string
  bundle: object
  evaluations: Question[]
  tracked: Tracked[]
  expect: { exposures: object[]; events: object[] }
}
const data = new URL('../../conformance/exposures.json', import.meta.url)
const exposureCases: ExposureCase[] = JSON.parse(readFileSync(data, 'utf8')).cases
const fallbacks: Record<string, unknown> = { boolean: false, string: '', number: 0 }

scenario(44, 'every case of the exposures in the conformance data', async ({ open, openDelivery }) => {
  const checkCase = async ({ bundle, evaluations, tracked, expect: expected }: ExposureCase) => {
    const delivery = await openDelivery()
    const client = await open({ bootstrap: bundle, telemetry: { url: delivery.url, flushMs: never } })
    await client.ready()
    for (const { flagKey, ...asked } of evaluations)
      await client.evaluate(flagKey, fallbacks[String(asked.type)], asked)
    for (const one of tracked) await client.track(one)
    await client.close()
    const told = {
      exposures: exposuresIn(delivery).map(({ at, ...exposure }) => exposure),
      events: eventsIn(delivery).map(({ at, id, ...event }) => event),
    }
    expect(told).toEqual(expected)
  }
  await everyCase(exposureCases, checkCase, { atOnce: 8 })
})

const experiment = { ruleId: 'rule_1', exposure: 'evaluation' }
const split = { distribution: [{ variant: 'on', weight: 1 }], value: undefined }
const running = (revision = 1, bucketBy?: string) => {
  const rules = [rule({ ...split, ...(bucketBy && { bucketBy }) })]
  const made = bundle(
    { color: { defaultValue: 'red', variants: [{ key: 'on', value: 'blue' }], rules } as never },
    { revision },
  )
  return { ...made, flags: { color: { ...made.flags.color, experiment } } }
}
const over = ({ experiment: _, ...flag }: { experiment: object }) => flag

/** Sends this flag as the next revision, and waits until the client has applied it. */
const becomes = async (delivery: Delivery, client: Client, from: number, color: object): Promise<void> => {
  const told = (await client.events('changed')).length
  const head = { format: 2, environmentId: 'env_test', from, revision: from + 1, segments: {} }
  delivery.patches({ ...head, flags: { color } })
  await vi.waitFor(async () => expect(await client.events('changed')).toHaveLength(told + 1))
}

scenario(44, 'units are exposed once in a process, by use alone', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(running())
  const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: never } })
  await client.answers('color', 'blue', { context: { userId: 'ada' } })
  await client.all({ userId: 'bob' })
  delivery.sends(running(2))
  await client.stress({
    threads: 4,
    ms: 100,
    flagKey: 'color',
    type: 'string',
    context: { userId: 'ada' },
    fallback: '',
  })
  await client.flush()
  await client.evaluate('color', '', { context: { userId: 'ada' } })
  await client.evaluate('color', '', { context: { userId: 'eve' } })
  await client.close()
  const told = exposuresIn(delivery)
  expect(told.map(({ context }) => context)).toEqual([{ userId: 'ada' }, { userId: 'eve' }])
  expect(Math.abs((told[0]?.at ?? 0) - Date.now())).toBeLessThan(600_000)
})

scenario(44, 'over a chain of 8,000 flags, the last answers, and the first exposes', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const needs = (at: number) => (at === 0 ? ['color', 'blue'] : [`link-${at - 1}`, true])
  const links = Array.from({ length: 8_000 }, (_, at) => {
    const [flagKey, value] = needs(at)
    return [`link-${at}`, { defaultValue: true, prerequisites: [{ flagKey, values: [value] }] }]
  })
  const chain = bundle(Object.fromEntries(links))
  const bootstrap = { ...chain, flags: { ...chain.flags, ...running().flags } }
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await client.ready()
  const answer = await client.evaluate('link-7999', false, { context: { userId: 'ada' } })
  expect(answer).toMatchObject({ value: true, reason: 'DEFAULT' })
  await client.close()
  expect(exposuresIn(delivery)).toMatchObject([{ flagKey: 'color', variant: 'on', context: { userId: 'ada' } }])
})

scenario(44, 'an experiment that begins and ends is followed', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const { color } = running().flags
  delivery.has({ ...running(), flags: { color: over(color) } })
  const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: never } })
  await client.answers('color', 'blue', { context: { userId: 'before' } })
  await becomes(delivery, client, 1, color)
  await client.evaluate('color', '', { context: { userId: 'during' } })
  await becomes(delivery, client, 2, over(color))
  await client.evaluate('color', '', { context: { userId: 'after' } })
  await client.close()
  expect(exposuresIn(delivery).map(({ context }) => context)).toEqual([{ userId: 'during' }])
})

scenario(
  44,
  'an event after an experiment ended has the attribute that its units were split by',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const byOffice = running(1, 'office').flags.color
    const byTeam = running(1, 'team').flags.color
    const context = { userId: 'ada', attributes: { office: 'north', team: 'blue', plan: 'pro' } }
    delivery.has(running(1, 'office'))
    const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: never } })
    await client.answers('color', 'blue', { context })
    await becomes(delivery, client, 1, over(byOffice))
    await client.track({ name: 'after an exposure', context })
    await becomes(delivery, client, 2, byTeam)
    await client.track({ name: 'during the next', context })
    await becomes(delivery, client, 3, over(byTeam))
    await client.track({ name: 'after both', context })
    await client.close()
    expect(eventsIn(delivery).map(({ name, context }) => ({ name, context }))).toEqual([
      { name: 'after an exposure', context: { userId: 'ada', attributes: { office: 'north' } } },
      { name: 'during the next', context: { userId: 'ada', attributes: { office: 'north', team: 'blue' } } },
      { name: 'after both', context: { userId: 'ada', attributes: { office: 'north', team: 'blue' } } },
    ])
  },
)
