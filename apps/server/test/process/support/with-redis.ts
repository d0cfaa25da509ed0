import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, vi } from 'vitest'
import type { Json } from '../../../src/testing/clients/answer.ts'
import type { Settings } from '../../../src/testing/servers/server-process.ts'
import { startHere } from '../../../src/testing/servers/start-here.ts'
import { startRedis } from '../../../src/testing/services.ts'
import { databases } from './databases.ts'

/** An address without a Redis: for a process with this setting, Redis is down. */
export const nowhere = 'redis://127.0.0.1:1'

/** The change is saved, and published now or later: a busy Redis may take longer than a caller waits. */
export const saved = [201, 207]

export const folder = () => mkdtempSync(join(inject('scratch'), 'data-'))

/** `startHere`, or `startServer` if the test needs a separate process, for its log, metrics or exit. */
type Start<Server extends Running> = (settings: Settings, how?: { probe?: string }) => Promise<Server>
type Running = AsyncDisposable & { managementUrl: string; deliveryUrl: string; firstKey: string | undefined }

type Options<Server extends Running> = {
  start: Start<Server>
  /** The address of an existing Redis to use. */
  redisUrl?: string
  /** Registers the end: with the test by default, or `afterAll` if several tests share it. */
  atEnd?: (end: () => Promise<void>) => void
}

/** Management and Delivery that share a new Redis. */
export const openWithRedis = (redisUrl?: string) =>
  openBunting({ start: (settings) => startHere(settings), ...(redisUrl === undefined ? {} : { redisUrl }) })

export const openBunting = async <Server extends Running>(options: Options<Server>) => {
  const { start, redisUrl, atEnd = onTestFinished } = options
  const redis = await startRedis()
  atEnd(() => redis.stop())
  const settings = { REDIS_URL: redisUrl ?? redis.url }
  const database = await databases.SQLite()
  const management = await start({ ...settings, ...database.settings, BUNTING_ROLE: 'management' })
  atEnd(() => management[Symbol.asyncDispose]() as Promise<void>)
  const copyDir = folder()
  const deliverySettings = { ...settings, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: copyDir }
  const delivery = await start(deliverySettings)
  atEnd(() => delivery[Symbol.asyncDispose]() as Promise<void>)
  /** Starts one more instance, until the test is over. */
  const startDelivery = async (others: Settings = {}) => {
    const another = await startHere({ ...deliverySettings, ...others })
    onTestFinished(() => another[Symbol.asyncDispose]() as Promise<void>)
    return another
  }
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
  const evaluate = async (
    from: Pick<Running, 'deliveryUrl'> = delivery,
    as = key,
    flagKey = 'f',
  ): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${from.deliveryUrl}/v1/evaluate`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${as}` },
      body: JSON.stringify({ flagKey, context: {} }),
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
  const current = (version: number, from: Pick<Running, 'deliveryUrl'> = delivery) =>
    vi.waitFor(async () => expect(await evaluate(from)).toMatchObject({ status: 200, body: { value: version } }))
  expect(saved).toContain((await put(1)).status)
  await current(1)
  return {
    redis,
    copyDir,
    deliverySettings,
    management,
    delivery,
    startDelivery,
    manage,
    evaluate,
    put,
    createKey,
    current,
    key,
    base,
    development,
  }
}
