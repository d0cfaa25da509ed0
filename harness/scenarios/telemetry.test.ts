import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@bunting/contract'
import { expect, vi } from 'vitest'
import { startHere } from '../../apps/server/src/testing/servers/start-here.ts'
import { bundle } from '../support/bundles.ts'
import type { Client } from '../support/client.ts'
import type { Delivery } from '../support/delivery.ts'
import { scenario } from '../support/scenario.ts'

const path = '/v1/telemetry/events'
const never = 86_400_000
type Event = { flagKey: string; value: unknown; reason: string; count: number; [field: string]: unknown }

const bodies = (delivery: Delivery): string[] => delivery.asked(path).map(({ body }) => body)
const eventsOf = (delivery: Delivery): Event[] => bodies(delivery).flatMap((body) => JSON.parse(body).events)
const told = (delivery: Delivery): number => eventsOf(delivery).reduce((sum, { count }) => sum + count, 0)
const bootstrap = bundle({ flag: { defaultValue: true }, colour: { defaultValue: 'blue' } })

scenario(35, 'every evaluation of 16 threads is counted, once', async ({ open, openDelivery, language }) => {
  const delivery = await openDelivery()
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: 100 } })
  const { evaluations } = await client.stress({
    threads: 16,
    ms: 1_000,
    flagKey: 'flag',
    type: 'boolean',
    context: {},
    fallback: false,
  })
  await client.close()
  expect(told(delivery)).toBe(evaluations)
  const [event] = eventsOf(delivery)
  expect(event).toMatchObject({
    flagKey: 'flag',
    flagId: 'flag_flag',
    environmentId: 'env_test',
    value: true,
    reason: 'DEFAULT',
  })
  expect(event).toMatchObject({ sdkType: 'server', sdkVersion: expect.stringMatching(new RegExp(`^${language}-\\d`)) })
  const [asked] = delivery.asked(path)
  expect(asked?.headers['user-agent']).toMatch(new RegExp(`^bunting-${language}/\\d`))
})

scenario(35, 'requests are bounded by events and by bytes, and in order', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const long = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, flag) => [`flag-${flag}`, { defaultValue: `${flag} ${'x'.repeat(1_500)}` }]),
  )
  const client = await open({ bootstrap: bundle(long), telemetry: { url: delivery.url, flushMs: never } })
  await client.ready()
  await client.evaluateMany(
    Object.keys(long).map((flagKey) => ({ flagKey, type: 'string', context: {}, fallback: '' })),
  )
  await client.flush()
  const sizes = bodies(delivery).map((body) => [Buffer.byteLength(body), JSON.parse(body).events.length])
  for (const [bytes, events] of sizes) {
    expect(bytes).toBeLessThanOrEqual(1_000_000)
    expect(events).toBeLessThanOrEqual(1_000)
  }
  expect(eventsOf(delivery).map(({ flagKey }) => flagKey)).toEqual(Object.keys(long))
})

scenario(35, 'unknown flags are counted under at most a thousand keys', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await client.ready()
  const cases = Array.from({ length: 1_200 }, (_, at) => ({
    flagKey: `none-${at}`,
    type: 'string',
    context: {},
    fallback: '',
  }))
  await client.evaluateMany(cases)
  await client.flush()
  expect(told(delivery)).toBe(1_200)
  expect(eventsOf(delivery).find(({ flagKey }) => flagKey === '(others)')?.count).toBe(200)
})

/** Evaluates a flag once, and flushes the telemetry. */
const tellOnce = async (client: Client): Promise<void> => {
  await client.ready()
  await client.evaluate('flag', false)
  await client.flush()
}

const kept: Record<string, (delivery: Delivery) => void> = {
  'an answer that is lost': (delivery) => delivery.on(path, (_, reply) => reply.cut()),
  'a 503': (delivery) => delivery.on(path, (_, reply) => reply.answer(503)),
  'a 429': (delivery) => delivery.on(path, (_, reply) => reply.answer(429)),
  'a 500': (delivery) => delivery.on(path, (_, reply) => reply.answer(500)),
}
for (const [what, fail] of Object.entries(kept)) {
  scenario(36, `${what}: the same body with the same key, until it is answered`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    fail(delivery)
    const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
    await tellOnce(client)
    await client.evaluate('flag', false)
    delivery.on(path, undefined)
    await client.flush()
    const [first, again, next] = delivery.asked(path)
    expect(again?.body).toBe(first?.body)
    expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(next?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
    expect(JSON.parse(next?.body ?? '').events).toMatchObject([{ flagKey: 'flag', count: 1 }])
  })
}

scenario(36, 'a 422 drops the batch and is told; the next is sent', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on(path, (_, reply) => reply.answer(422))
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await tellOnce(client)
  await client.tells({ type: 'error', code: 'TELEMETRY' })
  delivery.on(path, undefined)
  await client.evaluate('colour', '')
  await client.flush()
  expect(JSON.parse(bodies(delivery).at(-1) ?? '').events).toMatchObject([{ flagKey: 'colour' }])
})

scenario(36, 'a refused key ends telling, and flags go on', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on(path, (_, reply) => reply.answer(401))
  const client = await open({ bootstrap, telemetry: { url: delivery.url, flushMs: never } })
  await tellOnce(client)
  await client.tells({ type: 'error', code: 'TELEMETRY' })
  await tellOnce(client)
  expect(delivery.asked(path)).toHaveLength(1)
  expect((await client.evaluate('flag', false)).value).toBe(true)
})

scenario(36, 'what could not be told for 23 hours is dropped', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on(path, (_, reply) => reply.answer(503))
  // At this timing, 23 hours are 8.3 s.
  const client = await open({ bootstrap, timing: 0.0001, telemetry: { url: delivery.url, flushMs: 200 } })
  await client.ready()
  await client.evaluate('flag', false)
  await vi.waitFor(async () => {
    await client.evaluate('colour', '')
    const keys = new Set(delivery.asked(path).map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBeGreaterThan(1)
  })
})

scenario(36, 'a server that answered, and whose answer was lost, counts it once', async ({ open, openDelivery }) => {
  await using server = await startHere({ BUNTING_DATA_DIR: await mkdtemp(join(tmpdir(), 'bunting-harness-')) })
  const key = server.firstKey ?? ''
  const api = createClient({ baseUrl: server.managementUrl, key })
  const [project] = (await api.listProjects({ query: { slug: 'default' } })).items
  const params = { projectId: project?.id ?? '' }
  const environmentId =
    (await api.listEnvironments({ params })).items.find(({ slug }) => slug === 'development')?.id ?? ''
  await api.createFlag({ params, body: { key: 'step', name: 'Step', type: 'boolean' } })
  const version = { version: 1, enabled: true, defaultValue: true, rules: [] }
  await api.createFlagVersion({ params: { ...params, envId: environmentId, flagKey: 'step' }, body: version })
  const between = await openDelivery()
  let passed = 0
  between.on(path, async ({ headers, body }, reply) => {
    const { authorization = '', 'idempotency-key': idempotencyKey = '' } = headers
    const sent = { authorization, 'idempotency-key': idempotencyKey, 'content-type': 'application/json' }
    const answer = await fetch(`${server.managementUrl}${path}`, { method: 'POST', headers: sent, body })
    if (passed++ === 0) return reply.cut()
    reply.answer(answer.status, {}, await answer.text())
  })
  const client = await open({ url: server.deliveryUrl, key, telemetry: { url: between.url, flushMs: never } })
  await client.answers('step', true)
  const { evaluations } = await client.stress({
    threads: 2,
    ms: 100,
    flagKey: 'step',
    type: 'boolean',
    context: {},
    fallback: false,
  })
  await client.flush()
  await client.flush()
  await client.close()
  expect(passed).toBeGreaterThan(1)
  const total = eventsOf(between).reduce((sum, { count }) => sum + count, 0)
  const once = [...new Set(bodies(between))].flatMap((body) => JSON.parse(body).events as Event[])
  expect(total).toBeGreaterThan(once.reduce((sum, { count }) => sum + count, 0))
  await api.backfillUsage({ body: { date: new Date().toISOString().slice(0, 10), environmentId } })
  const usage = await api.getUsage({ params: { ...params, flagKey: 'step' }, query: { environmentId } })
  const counted = usage.rows.reduce((sum, row) => sum + row.totalEvaluations, 0)
  expect(counted).toBe(once.reduce((sum, { count }) => sum + count, 0))
  expect(counted).toBeGreaterThanOrEqual(evaluations)
})

for (const [how, aheadMs] of Object.entries({ ahead: 3_600_000, behind: -3_600_000 })) {
  scenario(37, `a service whose clock is an hour ${how} is told by its own`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const date = () => new Date(Date.now() + aheadMs).toUTCString()
    delivery.on('/v1/stream', (_, reply) => reply.answer(404, { date: date() }))
    delivery.on('/v1/bundle', (_, reply) => reply.answer(200, { date: date(), etag: '"1"' }, JSON.stringify(bootstrap)))
    const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: never } })
    await client.answers('flag', true)
    await client.flush()
    const offMs = Date.parse(String(eventsOf(delivery)[0]?.evaluatedAt)) - Date.now() - aheadMs
    expect(Math.abs(offMs)).toBeLessThan(600_000)
  })
}
