import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'

const keyRows = 'select id, revision, published_revision as published from api_keys order by id'
const environmentRows = 'select id, revision from environments order by id'
const filled = (line: string) => line.includes('everything is published')

const open = async (name: keyof typeof databases) => {
  const database = await databases[name]()
  onTestFinished(async () => database[Symbol.asyncDispose]())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const neighbour = new Redis(redis.url)
  onTestFinished(() => neighbour.disconnect())
  const shared = { REDIS_URL: redis.url }
  const start = () => startHere({ ...database.settings, ...shared, BUNTING_ROLE: 'management' })
  const first = await start()
  const { createKey } = await openOrganization(first.firstKey ?? '', first)
  const { key } = await createKey({ scopes: ['evaluate'] })
  await first.stop()
  const read = async () => {
    const [keys = [], environments = []] = await database.read(keyRows, environmentRows)
    return { keys, environments }
  }
  /** The state of the database after the next Management has filled Redis and stopped. */
  const fill = async () => {
    await using again = await start()
    await vi.waitFor(() => expect(again.logged.filter(filled)).toHaveLength(1))
    await again.stop()
    return read()
  }
  const answers = async () => {
    await using delivery = await startHere({
      ...shared,
      BUNTING_ROLE: 'delivery',
      BUNTING_DATA_DIR: await makeDataDir(),
    })
    return (await evaluate(delivery, key, 'x')).status
  }
  return { neighbour, read, fill, answers }
}

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  test(`${name}: an empty Redis is filled without a write to any key, and bundles are newer than any before`, async () => {
    const { neighbour, read, fill, answers } = await open(name)
    const before = await read()
    await neighbour.flushall()
    const after = await fill()
    expect(after.keys).toEqual(before.keys)
    for (const [at, { revision }] of after.environments.entries())
      expect(Number(revision)).toBeGreaterThan(Number(before.environments[at]?.revision))
    expect(await answers()).toBe(200)
  })

  test(`${name}: where a Redis has keys, and nobody knows from when, keys are newer than any before too`, async () => {
    const { neighbour, read, fill, answers } = await open(name)
    const before = await read()
    const kept = (one: string) => one.startsWith('bunting:key:')
    await neighbour.del((await neighbour.keys('*')).filter((one) => !kept(one)))
    const after = await fill()
    for (const [at, { revision, published }] of after.keys.entries()) {
      expect(Number(revision)).toBeGreaterThan(Number(before.keys[at]?.revision))
      expect(published).toBe(revision)
    }
    expect(await answers()).toBe(200)
  })
}
