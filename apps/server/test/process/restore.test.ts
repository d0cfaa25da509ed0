import { expect, onTestFinished, test, vi } from 'vitest'
import { type ServerProcess, type Settings, startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { observe } from './support/observer.ts'
import { openOrganization } from './support/organization.ts'

/** As long as it may take until everybody answers from what was restored. */
const soon = { timeout: 30_000 }

const start = async (settings: Settings): Promise<ServerProcess> => {
  const server = await startServer(settings)
  onTestFinished(async () => void (await server.kill9()))
  return server
}

const portsOf = ({ managementUrl, deliveryUrl }: ServerProcess): Settings => ({
  BUNTING_MANAGEMENT_PORT: new URL(managementUrl).port,
  ...(deliveryUrl === '' ? {} : { BUNTING_DELIVERY_PORT: new URL(deliveryUrl).port }),
})

/** One process, or two that meet in a Redis. Only the one with the store is ever restarted. */
const openBunting = async (databaseSettings: Settings, withRedis: boolean) => {
  const redis = withRedis ? await startRedis() : undefined
  if (redis) onTestFinished(() => redis.stop())
  const shared: Settings = redis ? { REDIS_URL: redis.url } : {}
  const settings: Settings = { ...shared, ...databaseSettings, ...(redis ? { BUNTING_ROLE: 'management' } : {}) }
  let management = await start(settings)
  const key = management.firstKey ?? ''
  const ports = portsOf(management)
  const delivery = redis
    ? await start({ ...shared, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: await makeDataDir() })
    : management
  return {
    key,
    deliveryUrl: () => delivery.deliveryUrl,
    organization: await openOrganization(key, management),
    /** The work is done while nobody has the store. */
    whileStopped: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await management.stop()
      const result = await work()
      management = await start({ ...settings, ...ports })
      return result
    },
  }
}

for (const [name, open] of Object.entries(databases)) {
  for (const withRedis of [false, true]) {
    const how = `${name} ${withRedis ? 'with' : 'without'} Redis`
    test(`${how}: after a backup is restored everybody answers from it, follows what changes, and nothing is named twice`, async () => {
      await using database = await open()
      const bunting = await openBunting(database.settings, withRedis)
      const { organization } = bunting
      // SQLite is copied as the README says; PostgreSQL is set back while everything runs.
      const withStore = name === 'SQLite' ? bunting.whileStopped : <Result>(work: () => Promise<Result>) => work()
      await organization.createFlag({ key: 'f', type: 'number', clientSafe: true })
      const put = (version: number, defaultValue: number) =>
        organization.put(organization.at('f'), config({ version, defaultValue }))
      const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
      const client = await organization.createKey({ type: 'client' })
      const kept = await organization.createKey()
      const { everybody, evaluate, ids } = observe(bunting.deliveryUrl, { server: bunting.key, client: client.key })
      const everybodyHas = (value: number) =>
        vi.waitFor(async () => {
          const all = { evaluated: value, bundle: value, ofrep: value, stream: value, changes: true }
          expect(await everybody()).toEqual(all)
        }, soon)
      expect((await put(1, 10)).status).toBe(201)
      await everybodyHas(10)

      const restore = await withStore(() => database.backUp())
      for (const version of [2, 3, 4]) expect((await put(version, version * 10)).status).toBe(201)
      await everybodyHas(40)
      const late = await organization.createKey()
      expect((await organization.delete(`${keys}/${kept.id}`)).status).toBe(200)
      await vi.waitFor(async () => expect((await evaluate(late.key)).status).toBe(200), soon)
      await vi.waitFor(async () => expect((await evaluate(kept.key)).status).toBe(401), soon)

      await withStore(restore)
      await everybodyHas(10)
      // What was made since is unknown, what was revoked since works.
      await vi.waitFor(async () => expect((await evaluate(late.key)).status).toBe(401), soon)
      await vi.waitFor(async () => expect((await evaluate(kept.key)).status).toBe(200), soon)
      expect((await put(2, 21)).status).toBe(201)
      await everybodyHas(21)

      // Once more, and what is changed at once is not lost on anybody.
      await withStore(restore)
      expect((await put(2, 22)).status).toBe(201)
      await everybodyHas(22)
      for (const told of ids()) expect(told).toEqual(told.toSorted((one, other) => one - other))
    })
  }
}
