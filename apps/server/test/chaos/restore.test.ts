import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restore } from '../../src/restore.ts'
import type { Settings } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { saved } from '../process/support/with-redis.ts'
import { observe } from './support/observer.ts'

const adminToken = 'the-operator-of-the-tests-and-nobody-else'

const start = async (settings: Settings): Promise<ServiceHere> => {
  const server = await startHere(settings)
  onTestFinished(() => server.stop())
  return server
}

const portsOf = ({ managementUrl, deliveryUrl }: ServiceHere): Settings => ({
  BUNTING_MANAGEMENT_PORT: new URL(managementUrl).port,
  ...(deliveryUrl === '' ? {} : { BUNTING_DELIVERY_PORT: new URL(deliveryUrl).port }),
})

/** One process, or two that share a Redis. Only the one with the store is ever restarted. */
const openBunting = async (databaseSettings: Settings, withRedis: boolean) => {
  const redis = withRedis ? await startRedis() : undefined
  if (redis) onTestFinished(() => redis.stop())
  const shared: Settings = redis ? { REDIS_URL: redis.url } : {}
  const settings: Settings = {
    BUNTING_ADMIN_TOKEN: adminToken,
    ...shared,
    ...databaseSettings,
    ...(redis ? { BUNTING_ROLE: 'management' } : {}),
  }
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
    /** Makes a backup like `bunting backup`, and returns a function that restores it like `bunting restore`. */
    backUp: async () => {
      const headers = { authorization: `Bearer ${adminToken}` }
      const response = await fetch(`${management.managementUrl}/admin/v1/backup`, { headers })
      const file = join(await makeDataDir(), 'backup.db')
      await writeFile(file, new Uint8Array(await response.arrayBuffer()))
      return async () => {
        expect(await restore(file, databaseSettings)).toMatchObject({ organizations: 1, flags: 1 })
      }
    },
    /** Runs the work while no process has the store open. */
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
      const database = await open()
      // Disposed last, since the services use it.
      onTestFinished(async () => database[Symbol.asyncDispose]())
      const bunting = await openBunting(database.settings, withRedis)
      const { organization } = bunting
      // PostgreSQL is restored while everything runs; SQLite is copied while stopped, or backed up live and restored.
      const withStore = name === 'SQLite' ? bunting.whileStopped : <Result>(work: () => Promise<Result>) => work()
      await organization.createFlag({ key: 'f', type: 'number', clientSafe: true })
      const put = async (version: number, defaultValue: number) => {
        const { status } = await organization.put(organization.at('f'), config({ version, defaultValue }))
        expect(saved).toContain(status)
      }
      const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
      const client = await organization.createKey({ type: 'client' })
      const kept = await organization.createKey()
      const { everybody, evaluate, ids } = observe(bunting.deliveryUrl, { server: bunting.key, client: client.key })
      const everybodyHas = (value: number) =>
        vi.waitFor(async () => {
          const all = { evaluated: value, bundle: value, ofrep: value, stream: value, changes: true }
          expect(await everybody()).toEqual(all)
        })
      await put(1, 10)
      await everybodyHas(10)

      const restoreWatch =
        name === 'SQLite' && withRedis ? await bunting.backUp() : await withStore(() => database.backUp())
      for (const version of [2, 3, 4]) await put(version, version * 10)
      await everybodyHas(40)
      const late = await organization.createKey()
      expect((await organization.delete(`${keys}/${kept.id}`)).status).toBe(200)
      await vi.waitFor(async () => expect((await evaluate(late.key)).status).toBe(200))
      await vi.waitFor(async () => expect((await evaluate(kept.key)).status).toBe(401))

      await withStore(restoreWatch)
      await everybodyHas(10)
      // Keys created since the backup are unknown, and keys revoked since work again.
      await vi.waitFor(async () => expect((await evaluate(late.key)).status).toBe(401))
      await vi.waitFor(async () => expect((await evaluate(kept.key)).status).toBe(200))
      await put(2, 21)
      await everybodyHas(21)

      // Once more: a change right after the restore reaches everybody.
      await withStore(restoreWatch)
      await put(2, 22)
      await everybodyHas(22)
      for (const told of ids()) expect(told).toEqual(told.toSorted((one, other) => one - other))
    })
  }
}
