import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nowhere, openWithRedis } from './support/with-redis.ts'

test('what was served last before a stop is in the copy, however fast it followed what was before it', async () => {
  const { delivery, put, current, evaluate, startDelivery } = await openWithRedis()
  for (const version of [2, 3, 4]) await put(version)
  await current(4)
  await delivery.stop()
  expect(await evaluate(await startDelivery({ REDIS_URL: nowhere }))).toMatchObject({ status: 200, body: { value: 4 } })
})

test('a cold evaluation reads Redis twice, however many callers come at once', async () => {
  const { redis, management, delivery, evaluate, startDelivery } = await openWithRedis()
  const cold = await startDelivery()
  // These would look for lost data every second.
  for (const other of [management, delivery]) await other.stop()
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  await client.config('RESETSTAT')
  const answers = await Promise.all(Array.from({ length: 50 }, () => evaluate(cold)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const stats = await client.info('commandstats')
  // Each read is one script; the commands inside are no further round trips.
  const reads = [...stats.matchAll(/cmdstat_(eval|exists|getrange):calls=(\d+)/g)]
  expect(reads.reduce((sum, match) => sum + Number(match[2]), 0)).toBe(2)
})

test('a revoked key stops working on every instance', async () => {
  const { evaluate, createKey, manage, startDelivery, base, development } = await openWithRedis()
  const { body } = await createKey()
  const other = await startDelivery()
  expect((await evaluate(undefined, body.key)).status).toBe(200)
  expect((await evaluate(other, body.key)).status).toBe(200)
  await manage('DELETE', `${base}/environments/${development.id}/api-keys/${body.id}`)
  for (const instance of [undefined, other]) {
    await vi.waitFor(async () => expect((await evaluate(instance, body.key)).status).toBe(401))
  }
})
