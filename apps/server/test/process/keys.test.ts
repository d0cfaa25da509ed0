import { afterAll, expect, test, vi } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'

/** Separate instances, since other processes on the same Redis would take the uses of keys. */
const [redis, another] = await Promise.all([startRedis(), startRedis()])
afterAll(() => Promise.all([redis.stop(), another.stop()]))

type Server = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

const keysOf = async (apiKey: string, server: Server) => {
  const organization = await openOrganization(apiKey, server)
  const path = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
  return { organization, path, read: async () => organization.walk(path) }
}
/** Evaluates often enough that every worker answers. */
const statuses = async (server: Server, key: string) =>
  new Set((await Promise.all(Array.from({ length: 20 }, () => evaluate(server, key, 'x')))).map(({ status }) => status))

const setUps = {
  'one process': { start: startHere, settings: {} },
  'one process without analytics': { start: startHere, settings: { BUNTING_ANALYTICS: 'off' } },
  workers: { start: startServer, settings: { BUNTING_DELIVERY_WORKERS: '2' } },
  'workers with Redis': { start: startServer, settings: { BUNTING_DELIVERY_WORKERS: '2', REDIS_URL: another.url } },
}

/** Uses are written every ten seconds: all tests wait at the same time, and poll rarely. */
const seldom = { interval: 1_500 }

for (const [name, { start, settings }] of Object.entries(setUps)) {
  test.concurrent(`${name}: what Delivery saw used is in the list, also what it saw last, and a key ends everywhere`, async () => {
    await using database = await databases.SQLite()
    const own = { ...database.settings, ...settings, BUNTING_RATE_LIMIT_FAILED: 'off' }
    await using server = await start(own)
    const { organization, read, path } = await keysOf(server.firstKey ?? '', server)
    const scopes = ['evaluate']
    const [early, late] = [await organization.createKey({ scopes }), await organization.createKey({ scopes })]
    const ending = await vi.waitFor(async () => {
      const { key } = await organization.createKey({ expiresAt: new Date(Date.now() + 5_000).toISOString() })
      // The request is refused if it took so long that the expiry had passed.
      expect(key).toBeDefined()
      return key
    })
    expect((await read()).map(({ lastUsedAt }) => lastUsedAt === null)).toEqual([true, true, true, false])
    await vi.waitFor(async () => expect(await statuses(server, early.key)).toEqual(new Set([200])), seldom)
    const usesOf = async (id: string) => (await read()).find((key) => key.id === id).lastUsedAt
    await vi.waitFor(async () => expect(await usesOf(early.id)).toMatch(/:00\.000Z$/), seldom)
    await vi.waitFor(async () => expect(await statuses(server, ending)).toEqual(new Set([401])), seldom)
    const { body: rotated } = await organization.post(`${path}/${late.id}/rotate`, { overlapSeconds: 0 })
    await vi.waitFor(async () => expect(await statuses(server, late.key)).toEqual(new Set([401])), seldom)
    await vi.waitFor(async () => expect(await statuses(server, rotated.key)).toEqual(new Set([200])), seldom)
    await server.stop()
    await using again = await startHere({ ...own, BUNTING_DELIVERY_WORKERS: '1' })
    const after = await keysOf(server.firstKey ?? '', again)
    const lastUse = async () => (await after.read()).find((key) => key.id === late.id).lastUsedAt
    await vi.waitFor(async () => expect(await lastUse()).toMatch(/:00\.000Z$/), seldom)
  })
}

test.concurrent('what an instance saw that only delivers travels through Redis to one that manages', async () => {
  await using database = await databases.PostgreSQL()
  const shared = { REDIS_URL: redis.url }
  await using management = await startHere({ ...database.settings, ...shared, BUNTING_ROLE: 'management' })
  const { organization, read } = await keysOf(management.firstKey ?? '', management)
  const { id, key } = await organization.createKey({ scopes: ['evaluate'] })
  const dataDir = await makeDataDir()
  await using delivery = await startHere({ ...shared, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: dataDir })
  await vi.waitFor(async () => expect((await evaluate(delivery, key, 'x')).status).toBe(200))
  await delivery.stop()
  const lastUse = async () => (await read()).find((one) => one.id === id).lastUsedAt
  await vi.waitFor(async () => expect(await lastUse()).toMatch(/:00\.000Z$/), seldom)
})
