import { Redis } from 'ioredis'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { nowhere, openWithRedis } from './support/with-redis.ts'

/** With and without Redis: then the primary reads for its workers. */
const edges = { 'without Redis': () => ({}), 'with Redis': () => ({ REDIS_URL: inject('redisUrl') }) }

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `user-${from + at}`).join('\n')

for (const [name, settings] of Object.entries(edges)) {
  test(`${name}: every worker answers by the list, and by its changes`, async () => {
    await using database = await databases.SQLite()
    await using server = await startServer({ ...database.settings, ...settings(), BUNTING_DELIVERY_WORKERS: '2' })
    const organization = await openOrganization(server.firstKey ?? '', server)
    const segment = await organization.uploadSegment(ids(100_000))
    const flag = await organization.createFlag()
    await organization.put(organization.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
    const delivery = deliveryClient(server.deliveryUrl, organization.key)
    /** Often enough that every worker answers. */
    const values = async (userId: string) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => delivery.evaluate(flag.key, { userId })))
      return new Set(answers.map(({ body }) => body.value))
    }
    await vi.waitFor(async () => expect(await values('user-99999')).toEqual(new Set([true])))
    expect(await values('user-100000')).toEqual(new Set([false]))
    await organization.upload(`${organization.segmentAt(segment.key)}/ids?op=add`, 'user-100000')
    await vi.waitFor(async () => expect(await values('user-100000')).toEqual(new Set([true])))
    await organization.upload(`${organization.segmentAt(segment.key)}/ids?op=replace`, ids(50_000))
    await vi.waitFor(async () => expect(await values('user-99999')).toEqual(new Set([false])))
    expect(await values('user-0')).toEqual(new Set([true]))
  })
}

test('Redis has the last two versions of a list, and a Delivery that starts without it has the copy on disk', async () => {
  const { redis, management, delivery, startDelivery } = await openWithRedis()
  const organization = await openOrganization(management.firstKey ?? '', management)
  const segment = await organization.uploadSegment(ids(40_000))
  const flag = await organization.createFlag()
  await organization.put(organization.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const valueAt = async (from: { deliveryUrl: string }, userId: string) =>
    (await deliveryClient(from.deliveryUrl, organization.key).evaluate(flag.key, { userId })).body.value
  await vi.waitFor(async () => expect(await valueAt(delivery, 'user-39999')).toBe(true))
  for (const id of ['ada', 'bob', 'cleo']) {
    await organization.upload(`${organization.segmentAt(segment.key)}/ids?op=add`, id)
    await vi.waitFor(async () => expect(await valueAt(delivery, id)).toBe(true))
  }
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  await vi.waitFor(async () => {
    const keys = (await client.keys('bunting:list:*'))
      .map((key) => key.replace(/^.*\}:/, '').replace(/-\w+/, ''))
      .sort()
    expect(keys).toEqual(['3', '3:delta', '4', '4:delta', 'versions'])
  })
  // Lost by itself, it is brought again.
  const [whole] = await client.keys('bunting:list:*:4-????????????????')
  await client.del(whole as string)
  await vi.waitFor(async () => expect(await client.exists(whole as string)).toBe(1))
  // So is one that is not whole.
  const bytes = await client.strlen(whole as string)
  await client.set(whole as string, 'half of it')
  await vi.waitFor(async () => expect(await client.strlen(whole as string)).toBe(bytes))
  await delivery.stop()
  const alone = await startDelivery({ REDIS_URL: nowhere })
  await vi.waitFor(async () => expect(await valueAt(alone, 'cleo')).toBe(true))
  expect(await valueAt(alone, 'eve')).toBe(false)
})

test('after a restored backup a version of the same number is another, in Redis and in Delivery', async () => {
  await using database = await databases.SQLite()
  const settings = { ...database.settings, REDIS_URL: inject('redisUrl') }
  const first = await startServer(settings)
  const key = first.firstKey ?? ''
  const before = await openOrganization(key, first)
  const segment = await before.uploadSegment(ids(1_000))
  const flag = await before.createFlag()
  await before.put(before.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const path = `${before.segmentAt(segment.key)}/ids?op=add`
  const answers = async ({ deliveryUrl }: { deliveryUrl: string }, userId: string, value: boolean) => {
    const ask = () => deliveryClient(deliveryUrl, key).evaluate(flag.key, { userId })
    await vi.waitFor(async () => expect((await ask()).body.value).toBe(value))
  }
  await first.stop()
  const restore = await database.backUp()
  const second = await startServer(settings)
  await (await openOrganization(key, second)).upload(path, 'bob')
  await answers(second, 'bob', true)
  await second.stop()
  await restore()
  await using third = await startServer(settings)
  await (await openOrganization(key, third)).upload(path, 'cleo')
  await answers(third, 'cleo', true)
  await answers(third, 'bob', false)
})

test('two instances take uploads to one list at once, and all of them hold', async () => {
  await using database = await databases.PostgreSQL()
  await using one = await startServer(database.settings)
  await using other = await startServer(database.settings)
  const organization = await openOrganization(one.firstKey ?? '', one, other)
  const segment = await organization.uploadSegment('ada')
  const path = `${organization.segmentAt(segment.key)}/ids`
  const uploads = Array.from({ length: 6 }, (_, at) => organization.upload(`${path}?op=add`, ids(10_000, 10_000 * at)))
  const answers = await Promise.all(uploads)
  expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7])
  expect(answers.map(({ body }) => body.added)).toEqual(answers.map(() => 10_000))
  expect((await organization.walk(`${path}/versions`))[0]).toMatchObject({ version: 7, size: 60_001 })
})
