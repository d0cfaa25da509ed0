import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { Json } from '../../../src/testing/answer.ts'
import { type Settings, startServer } from '../../../src/testing/server-process.ts'
import { startRedis } from '../../../src/testing/services.ts'

export const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'bunting-data-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Management and Delivery as processes of their own that meet in a Redis of their own. */
export const openWithRedis = async (url?: string) => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const settings = { REDIS_URL: url ?? redis.url, BUNTING_RATE_LIMIT_MANAGEMENT: 'off' }
  const management = await startServer({ ...settings, BUNTING_ROLE: 'management', BUNTING_DATA_DIR: folder() })
  onTestFinished(async () => void (await management.kill9()))
  const copyDir = folder()
  const deliverySettings = { ...settings, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: copyDir }
  const startDelivery = async (probe?: string, others: Settings = {}) => {
    const delivery = await startServer({ ...deliverySettings, ...others }, probe === undefined ? {} : { probe })
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
  const evaluate = async (from = delivery, as = key, flagKey = 'f'): Promise<{ status: number; body: Json }> => {
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
  const current = (version: number, from = delivery) =>
    vi.waitFor(async () => expect(await evaluate(from)).toMatchObject({ status: 200, body: { value: version } }), {
      timeout: 60_000,
    })
  expect((await put(1)).status).toBe(201)
  await current(1)
  return {
    redis,
    copyDir,
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
