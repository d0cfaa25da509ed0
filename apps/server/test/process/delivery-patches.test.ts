import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applyPatch } from '../../src/testing/apply-patch.ts'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { type ServerProcess, startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization, sendJson } from './support/organization.ts'
import { folder } from './support/with-redis.ts'

const patience = { timeout: 30_000 }

/** Two processes that change things, and two that deliver them, one of these with workers. */
const open = async () => {
  const database = await databases.PostgreSQL()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const start = async (settings: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer({ REDIS_URL: redis.url, ...settings })
    onTestFinished(() => server[Symbol.asyncDispose]())
    return server
  }
  const management = { ...database.settings, BUNTING_ROLE: 'management' }
  const first = await start(management)
  const startDelivery = (settings = {}) => start({ BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: folder(), ...settings })
  const [second, ...deliveries] = await Promise.all([
    start(management),
    startDelivery(),
    startDelivery({ BUNTING_DELIVERY_WORKERS: '2' }),
  ])
  const key = first.firstKey as string
  const org = await openOrganization(key, first, second)
  const ask = async ({ deliveryUrl }: Pick<ServerProcess, 'deliveryUrl'>, from?: number) =>
    (await sendJson(deliveryUrl, 'GET', `/v1/bundle${from === undefined ? '' : `?from=${from}`}`, { key })).body
  return { redis, org, deliveries, startDelivery, ask }
}

test('processes that deliver apply what others change, and so do their readers, at one revision at any time', async () => {
  const { org, deliveries, startDelivery, ask } = await open()
  const changeAny = await openRandomChanges(org)
  const wholes = new Map<number, object>()
  let left = 60
  const write = async (): Promise<void> => {
    while (left-- > 0) await changeAny(left)
  }
  const openReader = async (delivery: ServerProcess) => {
    const reader = { known: await ask(delivery), patches: 0 }
    const next = async (): Promise<number> => {
      const told = await ask(delivery, reader.known.revision)
      if (told.from !== undefined && told.revision > reader.known.revision) reader.patches++
      reader.known = applyPatch(reader.known, told)
      const same = wholes.get(reader.known.revision) ?? reader.known
      wholes.set(reader.known.revision, same)
      expect(reader.known).toEqual(same)
      return reader.known.revision
    }
    while (left > 0) await next()
    return { reader, next }
  }
  const opened = deliveries.flatMap((delivery) => [openReader(delivery), openReader(delivery)])
  await Promise.all([write(), write(), write()])
  const readers = await Promise.all(opened)
  const fresh = await ask(await startDelivery())
  for (const { reader, next } of readers) {
    await vi.waitFor(async () => expect(await next()).toBe(fresh.revision), patience)
    expect(reader.known).toEqual(fresh)
    expect(reader.patches).toBeGreaterThan(3)
  }
})

test('a process that was started again brings readers up to date who were away meanwhile', async () => {
  const { org, deliveries, startDelivery, ask } = await open()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const { key } of [one, other]) await org.put(org.at(key), config())
  const [delivery] = deliveries
  const known = await vi.waitFor(async () => {
    const bundle = await ask(delivery)
    expect(Object.keys(bundle.flags)).toEqual(expect.arrayContaining([one.key, other.key]))
    return bundle
  }, patience)
  await delivery.stop()
  for (const version of [2, 3]) await org.put(org.at(one.key), config({ version, defaultValue: version === 3 }))
  const started = await startDelivery()
  const patch = await ask(started, known.revision)
  expect(patch).toMatchObject({ from: known.revision, revision: known.revision + 2 })
  expect(Object.keys(patch.flags)).toEqual([one.key])
  expect(applyPatch(known, patch)).toEqual(await ask(started))
})

test('what somebody else changed in Redis is noticed by the checksum, told of, and put right', async () => {
  const { redis, org, deliveries, ask } = await open()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const flag of [one, other]) await org.put(org.at(flag.key), config())
  const [delivery] = deliveries
  const is = (version: number) =>
    vi.waitFor(async () => expect((await ask(delivery)).flags[one.key]?.config.version).toBe(version), patience)
  await is(1)
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  const name = `bunting:bundle:2:{bunting:bundle:${org.environmentId('development')}}`
  const text = (await client.hget(name, `f:${one.key}`)) as string
  const another = text.replace('"defaultValue":false', '"defaultValue":true')
  expect(another).not.toBe(text)
  await client.hset(name, `f:${one.key}`, another)
  await org.put(org.at(one.key), config({ version: 2 }))
  await is(2)
  expect(delivery.stderr()).toContain('does not lead to its checksum')
})
