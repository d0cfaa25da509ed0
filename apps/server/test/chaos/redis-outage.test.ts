import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { folder, openBunting, openWithRedis, saved } from '../process/support/with-redis.ts'

/** Evaluates during the work, and counts answers other than 200. */
const underLoad = async (evaluate: () => Promise<{ status: number }>, work: () => Promise<void>) => {
  const state = { over: false, answered: 0, failed: 0 }
  const load = async () => {
    while (!state.over || state.answered <= 10) {
      const { status } = await evaluate()
      state.answered++
      if (status !== 200) state.failed++
      await setTimeout(5)
    }
  }
  const loads = [load(), load()]
  await work()
  state.over = true
  await Promise.all(loads)
  expect(state.answered).toBeGreaterThan(10)
  expect(state.failed).toBe(0)
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}
const ready = [200, { status: 'ready' }]
const degraded = [200, { status: 'ready', degraded: ['edge'] }]
const unavailable = [503, { status: 'unavailable', failing: ['edge'] }]

test('Redis killed and back empty: known environments answer all the while, changes are kept, and all is current by itself', async () => {
  const { redis, delivery, management, evaluate, put, createKey, current } = await openWithRedis()
  await underLoad(evaluate, async () => {
    await redis.kill()
    expect(await readiness(delivery.deliveryUrl)).toEqual(degraded)
    // Management continues as well: saves are answered, and published once Redis is back.
    expect(await readiness(management.managementUrl)).toEqual(degraded)
    expect(await put(2)).toMatchObject({ status: 207, body: { version: 2, syncWarning: expect.any(String) } })
    const late = await createKey()
    expect(late).toMatchObject({ status: 207, body: { key: expect.any(String) } })
    expect((await evaluate()).body.value).toBe(1)
    await redis.restart()
    await current(2)
    for (const url of [delivery.deliveryUrl, management.managementUrl]) {
      await vi.waitFor(async () => expect(await readiness(url)).toEqual(ready))
    }
    await vi.waitFor(async () => expect((await evaluate(undefined, late.body.key)).status).toBe(200))
  })
})

test('Redis that hangs is not waited for', async () => {
  const { redis, delivery, evaluate, put, current } = await openWithRedis()
  await underLoad(evaluate, async () => {
    redis.pause()
    expect(await readiness(delivery.deliveryUrl)).toEqual(degraded)
    expect((await put(2)).status).toBe(207)
    expect((await evaluate()).body.value).toBe(1)
    redis.resume()
    await current(2)
  })
})

test('Redis flushed while everybody is connected is filled again', async () => {
  const { redis, evaluate, put, createKey, current, startDelivery } = await openWithRedis()
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  await underLoad(evaluate, async () => {
    await client.flushall()
    expect((await put(2)).status).toBeLessThan(300)
    await current(2)
    const { body } = await createKey()
    const other = await startDelivery()
    await vi.waitFor(async () => expect((await evaluate(other, body.key)).status).toBe(200))
  })
})

test('Redis flushed has every environment again, however many there are', async () => {
  const { redis, manage } = await openWithRedis()
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  const projects = Array.from({ length: 12 }, (_, at) => `p-${at}`)
  for (const slug of projects) await manage('POST', '/v1/projects', { name: slug, slug })
  const bundles = async () => (await client.keys('bunting:bundle:2:*')).toSorted()
  await vi.waitFor(async () => expect((await bundles()).length).toBeGreaterThanOrEqual(3 * projects.length))
  const before = await bundles()
  await client.flushall()
  await vi.waitFor(async () => expect(await bundles()).toEqual(before))
})

test('Redis that comes back with an old snapshot is brought up to date', async () => {
  const { redis, evaluate, put, current, startDelivery } = await openWithRedis()
  const client = new Redis(redis.url)
  const before = await client.keys('bunting:*')
  const dumps = await Promise.all(before.map(async (key) => ({ key, dump: await client.dumpBuffer(key) })))
  expect(saved).toContain((await put(2)).status)
  await current(2)
  // In one transaction: missing entries are published again within a second.
  const snapshot = client.multi().flushall()
  for (const { key, dump } of dumps) if (dump) snapshot.restore(key, 0, dump)
  await snapshot.exec()
  client.disconnect()
  const other = await startDelivery()
  await current(2, other)
  expect((await evaluate()).body.value).toBe(2)
})

test('an instance that restarts while Redis is away goes on serving what it served', async () => {
  const { redis, copyDir, deliverySettings, delivery, evaluate, startDelivery } = await openBunting({
    start: startServer,
  })
  // The key and the bundle are written to disk after the first answer.
  const written = () => readdirSync(join(copyDir, 'delivery')).filter((name) => name.endsWith('.json'))
  await vi.waitFor(() => expect(written()).toHaveLength(2))
  await delivery.kill9()
  await redis.kill()
  const workers = { ...deliverySettings, BUNTING_DELIVERY_WORKERS: '2' }
  await using restarted = await startServer(workers, { probe: '/healthz' })
  // Any worker has to answer so, even before it has served anything.
  for (let asked = 0; asked < 4; asked++) expect(await readiness(restarted.deliveryUrl)).toEqual(degraded)
  expect(await evaluate(restarted)).toMatchObject({ status: 200, body: { value: 1 } })
  const stranger = await evaluate(restarted, `sk_${'x'.repeat(43)}`)
  expect(stranger).toEqual({ status: 503, body: { flagKey: 'f', value: null, reason: 'ERROR' } })
  const empty = await startDelivery({ BUNTING_DATA_DIR: folder() })
  expect(await readiness(empty.deliveryUrl)).toEqual(unavailable)
})
