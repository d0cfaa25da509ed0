import { expect, test, vi } from 'vitest'
import { type Reply, startReceiver } from '../../src/testing/servers/receiver.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { createWebhook, settled } from '../api/support/webhooks.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** The delays without random jitter: the middle of each range. */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** A reply after which nothing is tried again during the test, however long it takes. */
const notSoon: Reply = { status: 503, headers: { 'retry-after': '3600' } }

const server = await startTestServer({ sending: {}, stopClock: true })

const setUp = async (reply: Reply, fields: object = {}) => {
  const receiver = await startReceiver({ reply })
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { url: receiver.url, events: ['flag.'], ...fields })
  const deliveries = () => org.walk(`/v1/webhooks/${webhook.id}/deliveries`)
  /** Waits until the oldest message has this many attempts, and returns them. */
  const attempts = (count: number) =>
    vi.waitFor(async () => {
      const delivery = (await deliveries()).at(-1)
      expect(delivery?.attempts).toHaveLength(count)
      return delivery
    })
  return { receiver, org, webhook, deliveries, attempts }
}

test('what fails is tried again at its times, under the same id, and after ten times nothing more is sent', async () => {
  const { receiver, org, webhook, deliveries, attempts } = await setUp(500)
  await org.createFlag()
  for (const [at, delay] of delays.entries()) {
    const { attempts: made, nextAttemptAt, status } = await attempts(at + 1)
    expect(status).toBe('waiting')
    const last = made.at(-1)
    expect(last).toMatchObject({ statusCode: 500, error: 'It answered 500.' })
    const waits = Date.parse(nextAttemptAt) - Date.parse(last.at) - last.durationMs
    expect(Math.abs(waits - delay)).toBeLessThan(second)
    server.moveClock(delay + second)
  }
  expect(await attempts(10)).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect(receiver.received).toHaveLength(10)
  const [message] = receiver.received
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1)
  expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([message?.body]))

  const reason = 'A message failed 10 times, the last time for this reason: It answered 500.'
  expect((await org.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({ enabled: false, disabledReason: reason })
  const [entry] = (await org.get(`${org.base}/audit-log?action=webhook.disabled`)).body.items
  expect(entry).toMatchObject({ actorId: webhook.createdBy, resourceId: webhook.id, meta: { reason } })
  await org.createFlag()
  await settled(server)
  expect(await deliveries()).toHaveLength(1)
})

test('410 disables a webhook at once, and what waits for it is given up', async () => {
  const { receiver, org, webhook, deliveries, attempts } = await setUp(notSoon)
  await org.createFlag()
  await attempts(1)
  receiver.reply = () => 410
  await org.createFlag()
  await vi.waitFor(async () => {
    expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  })
  expect((await org.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({
    enabled: false,
    disabledReason: 'It answered 410: it wants no more messages.',
  })
  server.moveClock(2 * hour)
  await settled(server)
  expect(receiver.received).toHaveLength(2)
})

test('a waiting retry holds up nothing new', async () => {
  const { receiver, org, attempts, deliveries } = await setUp(notSoon)
  await org.createFlag()
  await attempts(1)
  receiver.reply = () => 204
  await org.createFlag()
  await org.createFlag()
  await vi.waitFor(async () => {
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'waiting'])
  })
})

test('nothing is tried again before Retry-After says so', async () => {
  const { org, attempts } = await setUp({ status: 429, headers: { 'retry-after': '3600' } })
  await org.createFlag()
  const { attempts: made, nextAttemptAt } = await attempts(1)
  const waits = Date.parse(nextAttemptAt) - Date.parse(made[0].at) - made[0].durationMs
  expect(Math.abs(waits - hour)).toBeLessThan(second)
})

test('a webhook that fails again and again is tried less and less often, until it works', async () => {
  const { receiver, org, deliveries } = await setUp(500)
  for (let at = 0; at < 8; at++) await org.createFlag()
  const begun = await vi.waitFor(async () => {
    server.moveClock(500)
    const all = (await deliveries()).flatMap(({ attempts }) => attempts.map(({ at }: { at: string }) => Date.parse(at)))
    expect(all.length).toBeGreaterThanOrEqual(8)
    return all.sort((one, other) => one - other)
  })
  // From the fifth attempt on there is a pause after each, which doubles.
  const pauses = [5, 6, 7].map((at) => (begun[at] ?? 0) - (begun[at - 1] ?? 0))
  for (const [at, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(second * 2 ** at)
  receiver.reply = () => 200
  await vi.waitFor(async () => {
    server.moveClock(minute)
    expect((await deliveries()).every(({ status }) => status === 'delivered')).toBe(true)
  })
})

test('what is sent again by hand has all its tries, and the same id', async () => {
  const { receiver, org, webhook, deliveries } = await setUp(200)
  await org.createFlag()
  const [delivery] = await vi.waitFor(async () => {
    const all = await deliveries()
    expect(all[0]?.status).toBe('delivered')
    return all
  })
  receiver.reply = () => notSoon
  expect((await org.post(`/v1/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`)).status).toBe(202)
  await vi.waitFor(async () => {
    const [again] = await deliveries()
    expect(again).toMatchObject({ status: 'waiting', attempts: [{ statusCode: 200 }, { statusCode: 503 }] })
  })
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
})
