import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Json } from '../../src/testing/answer.ts'
import { startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'bunting-data-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Management and Delivery as processes of their own that meet in a Redis of their own. */
const open = async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const settings = { REDIS_URL: redis.url, BUNTING_RATE_LIMIT_MANAGEMENT: 'off' }
  const management = await startServer({ ...settings, BUNTING_ROLE: 'management', BUNTING_DATA_DIR: folder() })
  onTestFinished(async () => void (await management.kill9()))
  const copyDir = folder()
  const deliverySettings = { ...settings, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: copyDir }
  const startDelivery = async (probe?: string) => {
    const delivery = await startServer(deliverySettings, probe)
    onTestFinished(async () => void (await delivery.kill9()))
    return delivery
  }
  const delivery = await startDelivery()
  const key = management.firstKey as string
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

  const manage = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${management.managementUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const evaluate = async (from = delivery, as = key): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${from.deliveryUrl}/v1/evaluate`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${as}` },
      body: JSON.stringify({ flagKey: 'f', context: {} }),
    })
    return { status: response.status, body: await response.json() }
  }

  const project = (await manage('GET', '/v1/projects')).body.items[0]
  const environments = (await manage('GET', `/v1/projects/${project.id}/environments`)).body.items
  const development = environments.find(({ slug }: Json) => slug === 'development')
  const base = `/v1/projects/${project.id}`
  await manage('POST', `${base}/flags`, { key: 'f', name: 'F', type: 'number' })
  const put = (version: number) =>
    manage('PUT', `${base}/environments/${development.id}/flags/f`, {
      version,
      enabled: true,
      defaultValue: version,
      rules: [],
    })
  const createKey = () =>
    manage('POST', `${base}/environments/${development.id}/api-keys`, { type: 'server', description: 'late' })
  const current = (version: number, from = delivery) =>
    vi.waitFor(async () => expect(await evaluate(from)).toMatchObject({ status: 200, body: { value: version } }), {
      timeout: 20_000,
    })
  expect((await put(1)).status).toBe(201)
  await current(1)
  return { redis, copyDir, delivery, startDelivery, manage, evaluate, put, createKey, current }
}

/** Evaluates all the while, and counts what was not a 200. */
const underLoad = async (evaluate: () => Promise<{ status: number }>, work: () => Promise<void>) => {
  const state = { over: false, answered: 0, failed: 0 }
  const load = async () => {
    while (!state.over) {
      const { status } = await evaluate()
      state.answered++
      if (status !== 200) state.failed++
    }
  }
  const loads = [load(), load()]
  await work()
  state.over = true
  await Promise.all(loads)
  expect(state.answered).toBeGreaterThan(10)
  expect(state.failed).toBe(0)
}

test('Redis killed and back empty: known environments answer all the while, changes are kept, and all is current by itself', async () => {
  const { redis, evaluate, put, createKey, current } = await open()
  await underLoad(evaluate, async () => {
    await redis.kill()
    expect(await put(2)).toMatchObject({ status: 207, body: { version: 2, syncWarning: expect.any(String) } })
    const late = await createKey()
    expect(late).toMatchObject({ status: 207, body: { key: expect.any(String) } })
    expect((await evaluate()).body.value).toBe(1)
    await redis.restart()
    await current(2)
    await vi.waitFor(async () => expect((await evaluate(undefined, late.body.key)).status).toBe(200), {
      timeout: 20_000,
    })
  })
})

test('Redis that hangs is not waited for', async () => {
  const { redis, evaluate, put, current } = await open()
  await underLoad(evaluate, async () => {
    redis.pause()
    expect((await put(2)).status).toBe(207)
    expect((await evaluate()).body.value).toBe(1)
    redis.resume()
    await current(2)
  })
})

test('Redis flushed while everybody is connected is filled again', async () => {
  const { redis, evaluate, put, createKey, current, startDelivery } = await open()
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  await underLoad(evaluate, async () => {
    await client.flushall()
    expect((await put(2)).status).toBeLessThan(300)
    await current(2)
    const { body } = await createKey()
    const other = await startDelivery()
    await vi.waitFor(async () => expect((await evaluate(other, body.key)).status).toBe(200), { timeout: 20_000 })
  })
})

test('Redis that comes back with an old snapshot is brought up to date', async () => {
  const { redis, evaluate, put, current, startDelivery } = await open()
  const client = new Redis(redis.url)
  const before = await client.keys('bunting:*')
  const dumps = await Promise.all(before.map(async (key) => ({ key, dump: await client.dumpBuffer(key) })))
  expect((await put(2)).status).toBe(201)
  await current(2)
  await client.flushall()
  for (const { key, dump } of dumps) if (dump) await client.restore(key, 0, dump)
  client.disconnect()
  const other = await startDelivery()
  await current(2, other)
  expect((await evaluate()).body.value).toBe(2)
})

test('an instance that restarts while Redis is away goes on serving what it served', async () => {
  const { redis, copyDir, delivery, evaluate, startDelivery } = await open()
  // The key and the bundle, written behind the first answer.
  await vi.waitFor(() => expect(readdirSync(join(copyDir, 'delivery'))).toHaveLength(2))
  await delivery.kill9()
  await redis.kill()
  const restarted = await startDelivery('/healthz')
  expect(await evaluate(restarted)).toMatchObject({ status: 200, body: { value: 1 } })
  const stranger = await evaluate(restarted, `sk_${'x'.repeat(43)}`)
  expect(stranger).toEqual({ status: 503, body: { flagKey: 'f', value: null, reason: 'ERROR' } })
})

test('a cold evaluation reads Redis twice, however many callers come at once', async () => {
  const { redis, evaluate, startDelivery } = await open()
  const cold = await startDelivery()
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  await client.config('RESETSTAT')
  const answers = await Promise.all(Array.from({ length: 200 }, () => evaluate(cold)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const stats = await client.info('commandstats')
  const reads = [...stats.matchAll(/cmdstat_(hget|hmget|hgetall|exists):calls=(\d+)/g)]
  expect(reads.reduce((sum, match) => sum + Number(match[2]), 0)).toBe(2)
})

test('a revoked key stops working on every instance', async () => {
  const { evaluate, createKey, manage, startDelivery } = await open()
  const { body } = await createKey()
  const other = await startDelivery()
  expect((await evaluate(undefined, body.key)).status).toBe(200)
  expect((await evaluate(other, body.key)).status).toBe(200)
  const projects = await manage('GET', '/v1/projects')
  const project = projects.body.items[0].id
  const environments = await manage('GET', `/v1/projects/${project}/environments`)
  const development = environments.body.items.find(({ slug }: Json) => slug === 'development').id
  await manage('DELETE', `/v1/projects/${project}/environments/${development}/api-keys/${body.id}`)
  for (const instance of [undefined, other]) {
    await vi.waitFor(async () => expect((await evaluate(instance, body.key)).status).toBe(401), { timeout: 10_000 })
  }
})
