import { afterAll, expect, test, vi } from 'vitest'
import { type ServerProcess, startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'

/** Of its own: whoever else takes from one Redis what keys were used takes it from here. */
const redis = await startRedis()
afterAll(() => redis.stop())

const keysOf = async (apiKey: string, server: ServerProcess) => {
  const organization = await openOrganization(apiKey, server)
  const path = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
  return { organization, path, read: async () => organization.walk(path) }
}
const statuses = async (server: ServerProcess, key: string) =>
  new Set((await Promise.all(Array.from({ length: 20 }, () => evaluate(server, key, 'x')))).map(({ status }) => status))

const setUps = {
  'one process': () => ({}),
  'one process without analytics': () => ({ BUNTING_ANALYTICS: 'off' }),
  workers: () => ({ BUNTING_DELIVERY_WORKERS: '3' }),
  'workers with Redis': () => ({ BUNTING_DELIVERY_WORKERS: '3', REDIS_URL: redis.url }),
}

for (const [name, settings] of Object.entries(setUps)) {
  test(`${name}: what Delivery saw used is in the list, also what it saw last, and a key ends everywhere`, async () => {
    await using database = await databases.SQLite()
    const own = { ...database.settings, ...settings(), BUNTING_RATE_LIMIT_FAILED: 'off' }
    await using server = await startServer(own)
    const { organization, read, path } = await keysOf(server.firstKey ?? '', server)
    const scopes = ['evaluate']
    const [early, late] = [await organization.createKey({ scopes }), await organization.createKey({ scopes })]
    const { key: ending } = await organization.createKey({ expiresAt: new Date(Date.now() + 15_000).toISOString() })
    expect((await read()).map(({ lastUsedAt }) => lastUsedAt === null)).toEqual([true, true, true, false])
    await vi.waitFor(async () => expect(await statuses(server, early.key)).toEqual(new Set([200])))
    const usesOf = async (id: string) => (await read()).find((key) => key.id === id).lastUsedAt
    await vi.waitFor(async () => expect(await usesOf(early.id)).toMatch(/:00\.000Z$/))
    await vi.waitFor(async () => expect(await statuses(server, ending)).toEqual(new Set([401])))
    const { body: rotated } = await organization.post(`${path}/${late.id}/rotate`, { overlapSeconds: 0 })
    await vi.waitFor(async () => expect(await statuses(server, late.key)).toEqual(new Set([401])))
    await vi.waitFor(async () => expect(await statuses(server, rotated.key)).toEqual(new Set([200])))
    await server.stop()
    await using again = await startServer(own)
    const after = await keysOf(server.firstKey ?? '', again)
    const lastUse = async () => (await after.read()).find((key) => key.id === late.id).lastUsedAt
    await vi.waitFor(async () => expect(await lastUse()).toMatch(/:00\.000Z$/))
  })
}

test('what an instance saw that only delivers travels through Redis to one that manages', async () => {
  await using database = await databases.PostgreSQL()
  const shared = { REDIS_URL: redis.url }
  await using management = await startServer({ ...database.settings, ...shared, BUNTING_ROLE: 'management' })
  const { organization, read } = await keysOf(management.firstKey ?? '', management)
  const { id, key } = await organization.createKey({ scopes: ['evaluate'] })
  const dataDir = await makeDataDir()
  await using delivery = await startServer({ ...shared, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: dataDir })
  await vi.waitFor(async () => expect((await evaluate(delivery, key, 'x')).status).toBe(200))
  await delivery.stop()
  const lastUse = async () => (await read()).find((one) => one.id === id).lastUsedAt
  await vi.waitFor(async () => expect(await lastUse()).toMatch(/:00\.000Z$/))
})
