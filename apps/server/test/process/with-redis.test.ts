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
  const monitor = await client.monitor()
  onTestFinished(() => {
    for (const one of [client, monitor]) one.disconnect()
  })
  // Each read is one script; the commands inside are no further round trips. When a minute ends, uses and counts are written.
  const commands: string[] = []
  monitor.on('monitor', (_time: string, command: string[], source: string) => {
    if (source !== 'lua') commands.push(command.join(' '))
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => evaluate(cold)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await client.ping('all is answered')
  await vi.waitFor(() => expect(commands).toContain('ping all is answered'))
  expect(commands.filter((command) => /bunting:(?!used|recorded|notices)/.test(command))).toHaveLength(2)
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
