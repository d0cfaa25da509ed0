import type { EnvironmentId } from '@bunting/contract'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRedisEdge } from '../../src/edge/redis.ts'
import { openBundleReader } from '../../src/testing/bundle-reader.ts'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { startHere } from '../../src/testing/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

/** So many instances of Management on a database and a Redis of their own, and who follows what they publish. */
const openPublished = async (
  name: keyof typeof databases,
  instances: number,
  start: typeof startServer | typeof startHere = startHere,
) => {
  const database = await databases[name]()
  onTestFinished(() => database[Symbol.asyncDispose]() as Promise<void>)
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const settings = { ...database.settings, REDIS_URL: redis.url, BUNTING_ROLE: 'management' }
  const startAnother = async () => {
    const server = await start(settings)
    onTestFinished(() => server[Symbol.asyncDispose]() as Promise<void>)
    return server
  }
  const first = await startAnother()
  const others = await Promise.all(Array.from({ length: instances - 1 }, startAnother))
  const key = first.firstKey ?? ''
  const organization = await openOrganization(key, first, ...others)
  const environmentId = organization.environmentId('development') as EnvironmentId
  const edge = await openRedisEdge(redis.url, pino({ level: 'silent' }))
  onTestFinished(() => edge.close())
  const reader = openBundleReader(edge, environmentId)
  await reader.follow()
  const neighbour = new Redis(redis.url)
  onTestFinished(() => neighbour.disconnect())
  return { first, startAnother, redis, key, organization, environmentId, reader, neighbour }
}

type Published = Awaited<ReturnType<typeof openPublished>>

/** That who followed has what the database says, flag by flag. */
const expectAsStored = async ({ organization, environmentId, reader }: Published): Promise<void> => {
  await reader.follow()
  const { revision, entries } = reader
  const { status } = await organization.post(`${organization.base}/environments/${environmentId}/sync`)
  expect(status).toBe(200)
  expect({ revision, entries }).toEqual(await reader.whole())
}

for (const [name, instances] of [
  ['SQLite', 1],
  ['PostgreSQL', 2],
] as const) {
  test(`${name}: through Redis whoever follows by patches has what the database says, whatever several writers do`, async () => {
    const published = await openPublished(name, instances)
    const { organization, reader } = published
    const changeAny = await openRandomChanges(organization)
    let left = 60
    const write = async (): Promise<void> => {
      while (left-- > 0) await changeAny(7_000 + left)
    }
    const follow = async (): Promise<void> => {
      while (left > 0) await reader.follow()
    }
    await Promise.all([follow(), write(), write(), write()])
    await expectAsStored(published)
    expect(reader.patches).toBeGreaterThan(reader.wholes)
    if ('logged' in published.first) expect(published.first.logged.join('')).not.toContain('user_script')
  })

  test(`${name}: a change whose writer was killed before it was published is published by the next`, async () => {
    const published = await openPublished(name, 1, startServer)
    const { organization, redis, reader, first, startAnother, key } = published
    const flag = await organization.createFlag()
    expect((await organization.put(organization.at(flag.key), config())).status).toBe(201)
    await reader.follow()
    redis.pause()
    // It is saved, and not yet published: that is waited for before it is answered.
    const answer = organization.put(organization.at(flag.key), config({ version: 2 })).catch(() => undefined)
    const saved = async () => (await organization.get(`${organization.at(flag.key)}/versions/2`)).status
    await vi.waitFor(async () => expect(await saved()).toBe(200))
    await (first as Awaited<ReturnType<typeof startServer>>).kill9()
    redis.resume()
    await answer
    const next = await startAnother()
    const reopened = { ...published, organization: await openOrganization(key, next) }
    await vi.waitFor(async () => {
      await reader.follow()
      expect(reader.entries.get(`f:${flag.key}`)).toContain('"version":2')
    })
    await expectAsStored(reopened)
  })
}

test('a change writes what it touched, and leaves the rest as it is', async () => {
  const { organization, environmentId, neighbour, reader } = await openPublished('SQLite', 1)
  const [one, other] = [await organization.createFlag(), await organization.createFlag()]
  for (const { key } of [one, other]) await organization.put(organization.at(key), config())
  const fields = () => neighbour.hgetall(`bunting:bundle:2:{bunting:bundle:${environmentId}}`)
  const before = await fields()
  // Whoever wrote everything would write over it.
  await neighbour.hset(`bunting:bundle:2:{bunting:bundle:${environmentId}}`, `f:${other.key}`, 'untouched')
  await organization.put(organization.at(one.key), config({ version: 2 }))
  const after = await fields()
  expect(after[`f:${other.key}`]).toBe('untouched')
  expect(after[`f:${one.key}`]).not.toBe(before[`f:${one.key}`])
  // It is noticed by who reads the whole, and published again.
  await expect(reader.whole()).rejects.toThrow('checksum')
  await vi.waitFor(async () => expect((await fields())[`f:${other.key}`]).toBe(before[`f:${other.key}`]))
  await organization.patch(`${organization.base}/flags/${one.key}`, { archived: true })
  expect(Object.keys(await fields())).not.toContain(`f:${one.key}`)
})
