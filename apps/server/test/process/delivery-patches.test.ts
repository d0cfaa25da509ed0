import { Redis } from 'ioredis'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { atEnd } from '../../src/testing/at-end.ts'
import { applyPatch } from '../../src/testing/clients/apply-patch.ts'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization, sendJson } from './support/organization.ts'
import { folder } from './support/with-redis.ts'

const database = await databases.PostgreSQL()
const redis = await startRedis()
afterAll(async () => {
  await redis.stop()
  await database[Symbol.asyncDispose]()
})

const started = async <Server extends AsyncDisposable>(starting: Promise<Server>): Promise<Server> => {
  const server = await starting
  atEnd(async () => server[Symbol.asyncDispose]())
  return server
}
const managing = { ...database.settings, REDIS_URL: redis.url, BUNTING_ROLE: 'management' }
const delivering = () => ({ REDIS_URL: redis.url, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: folder() })
const startDelivery = () => started(startHere(delivering()))

/** Two instances of Management and two of Delivery, one of these with workers. */
const first = await started(startHere(managing))
const second = await started(startHere(managing))
const delivery = await startDelivery()
const workers = await started(startServer({ ...delivering(), BUNTING_DELIVERY_WORKERS: '2' }))
const key = first.firstKey as string
const org = await openOrganization(key, first, second)
const ask = async ({ deliveryUrl }: Pick<ServiceHere, 'deliveryUrl'>, from?: number) =>
  (await sendJson(deliveryUrl, 'GET', `/v1/bundle${from === undefined ? '' : `?from=${from}`}`, { key })).body

test('processes that deliver apply what others change, and so do their readers, at one revision at any time', async () => {
  const changeAny = await openRandomChanges(org)
  const wholes = new Map<number, object>()
  let left = 40
  const write = async (): Promise<void> => {
    while (left-- > 0) await changeAny(left)
  }
  const openReader = async (delivery: Pick<ServiceHere, 'deliveryUrl'>) => {
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
  const opened = [delivery, workers].flatMap((from) => [openReader(from), openReader(from)])
  await Promise.all([write(), write(), write()])
  const readers = await Promise.all(opened)
  const fresh = await ask(await startDelivery())
  for (const { reader, next } of readers) {
    await vi.waitFor(async () => expect(await next()).toBe(fresh.revision))
    expect(reader.known).toEqual(fresh)
  }
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  for (const { reader, next } of readers) {
    const { patches } = reader
    await vi.waitFor(async () => expect(await next()).toBeGreaterThan(fresh.revision))
    expect(reader.patches).toBeGreaterThan(patches)
  }
})

test('a process that was started again brings readers up to date who were away meanwhile', async () => {
  const delivery = await startDelivery()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const { key } of [one, other]) await org.put(org.at(key), config())
  const known = await vi.waitFor(async () => {
    const bundle = await ask(delivery)
    expect(Object.keys(bundle.flags)).toEqual(expect.arrayContaining([one.key, other.key]))
    return bundle
  })
  await delivery.stop()
  for (const version of [2, 3]) await org.put(org.at(one.key), config({ version, defaultValue: version === 3 }))
  const again = await startDelivery()
  const patch = await ask(again, known.revision)
  expect(patch).toMatchObject({ from: known.revision, revision: known.revision + 2 })
  expect(Object.keys(patch.flags)).toEqual([one.key])
  expect(applyPatch(known, patch)).toEqual(await ask(again))
})

test('what somebody else changed in Redis is noticed by the checksum, told of, and put right', async () => {
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const flag of [one, other]) await org.put(org.at(flag.key), config())
  const is = (version: number) =>
    vi.waitFor(async () => expect((await ask(delivery)).flags[one.key]?.config.version).toBe(version))
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
  expect(delivery.logged.join('') + workers.stderr()).toContain('does not lead to its checksum')
})
