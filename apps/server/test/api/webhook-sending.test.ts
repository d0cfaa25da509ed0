import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '../../src/testing/servers/receiver.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { appendFlags, createWebhook } from './support/webhooks.ts'

const server = await startTestServer({ sending: {}, publicUrl: 'https://flags.example/bunting' })

const setUp = async (fields: object = {}, receiver?: Receiver) => {
  const to = receiver ?? (await startReceiver())
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { url: to.url, events: ['flag.'], ...fields })
  const deliveries = () => org.walk(`/v1/webhooks/${webhook.id}/deliveries`)
  const delivered = (count: number) =>
    vi.waitFor(async () => {
      const all = await deliveries()
      expect(all.filter(({ status }) => status === 'delivered')).toHaveLength(count)
      return all
    })
  return { receiver: to, org, webhook, deliveries, delivered }
}

describe('a message', () => {
  test('is the entry of the audit log with the names behind its ids, and is delivered', async () => {
    const { receiver, org, delivered } = await setUp({ events: ['flag.version.created'] })
    const flag = await org.createFlag()
    const config = { version: 1, enabled: true, defaultValue: false, rules: [], comment: 'Down we go' }
    await org.put(org.at(flag.key), config)
    const [received] = await receiver.until(1)
    const [delivery] = await delivered(1)
    const [entry] = (await org.get(`${org.base}/audit-log?action=flag.version.created`)).body.items
    expect(JSON.parse(received?.body ?? '')).toEqual({
      type: 'flag.version.created',
      timestamp: entry.createdAt,
      data: { ...entry, actor: expect.any(String), project: org.project.slug, environment: 'development' },
    })
    expect(entry.meta).toMatchObject({ flagKey: flag.key, comment: 'Down we go' })
    expect(delivery).toMatchObject({
      id: received?.headers['webhook-id'],
      type: 'flag.version.created',
      attempts: [{ statusCode: 200, error: null }],
      nextAttemptAt: null,
    })
  })

  test('verifies by the library of Standard Webhooks, with either secret while both sign', async () => {
    const { receiver, org, webhook } = await setUp()
    await org.createFlag()
    await receiver.until(1)
    const { secret } = (await org.post(`/v1/webhooks/${webhook.id}/rotate`)).body
    await org.createFlag()
    const [first, second] = await receiver.until(2)
    const verify = (by: string, message = first) =>
      new Webhook(by).verify(message?.body ?? '', message?.headers as Record<string, string>)
    expect(verify(webhook.secret)).toMatchObject({ type: 'flag.created' })
    expect(() => verify(secret)).toThrow('No matching signature found')
    expect(verify(webhook.secret, second)).toEqual(verify(secret, second))
    const { body, headers } = second as NonNullable<typeof second>
    expect(() => verify(secret, { path: '/', headers: { ...headers, 'webhook-id': 'msg_1' }, body })).toThrow()
    expect(() => verify(secret, { path: '/', headers, body: body.replace('flag', 'flap') })).toThrow()
  })

  test('that is too large loses the largest of its meta, and says so', async () => {
    const { receiver, org } = await setUp({ events: ['flag.updated'] })
    const flag = await org.createFlag({ type: 'json' })
    const schema = { description: '🐟'.repeat(6_000) }
    const { status } = await org.patch(`${org.base}/flags/${flag.key}`, { name: 'A name', schema })
    expect(status).toBe(200)
    const [received] = await receiver.until(1)
    expect(Buffer.byteLength(received?.body ?? '')).toBeLessThanOrEqual(20_000)
    const { data } = JSON.parse(received?.body ?? '')
    expect(data).toMatchObject({ truncated: true, meta: { name: 'A name' }, resourceId: flag.id })
    expect(data.meta).not.toHaveProperty('schema')
  })

  test('in the format of Slack is the sentence of the audit log, with a link', async () => {
    const { receiver, org } = await setUp({ format: 'slack', events: ['flag.', 'environment.'] })
    await org.createFlag({ key: 'checkout-layout' })
    await org.put(org.at('checkout-layout', 'staging'), {
      version: 1,
      enabled: true,
      defaultValue: false,
      rules: [],
      comment: '<!channel> & more',
    })
    const project = `https://flags.example/bunting/projects/${org.project.id}`
    const texts = (await receiver.until(2)).map(({ body }) => JSON.parse(body))
    const name = expect.stringMatching(/^The key /)
    expect(texts).toEqual([{ text: name }, { text: name }])
    expect(texts[0].text).toContain(
      `created the flag checkout-layout, a boolean <${project}/flags/checkout-layout|Open in Bunting>`,
    )
    expect(texts[1].text).toContain(
      'saved version 1 of checkout-layout in Staging: “&lt;!channel&gt; &amp; more” ' +
        `<${project}/flags/checkout-layout?env=staging|Open in Bunting>`,
    )
  })
})

test('messages come in the order of their entries, one after the other', async () => {
  const { receiver, org } = await setUp({ events: ['flag.created'] })
  const keys: string[] = []
  for (let at = 0; at < 8; at++) keys.push((await org.createFlag()).key)
  const received = await receiver.until(keys.length)
  expect(received.map(({ body }) => JSON.parse(body).data.meta.key)).toEqual(keys)
})

test('more than waits at a time is sent to its end, in order', async () => {
  const { receiver, org } = await setUp({ events: ['flag.created'] })
  await appendFlags(server, org, 130)
  const received = await receiver.until(130)
  const entries = await org.walk(`${org.base}/audit-log?action=flag.created`)
  expect(received.map(({ headers }) => String(headers['webhook-id']).slice(4))).toEqual(
    entries.map(({ id }) => id.slice(3)).reverse(),
  )
})

test('a webhook that never answers holds up no other', async () => {
  const { receiver: dead, org } = await setUp({}, await startReceiver({ reply: 'never' }))
  const alive = await startReceiver()
  await createWebhook(org, { url: alive.url })
  await org.createFlag()
  await dead.until(1)
  await org.createFlag()
  await alive.until(2)
  expect(dead.received).toHaveLength(1)
})

test('a test message is sent once, now, to one that is disabled too, and is no delivery', async () => {
  const { receiver, org, webhook, deliveries } = await setUp()
  await org.patch(`/v1/webhooks/${webhook.id}`, { enabled: false })
  const { status, body } = await org.post(`/v1/webhooks/${webhook.id}/test`)
  expect({ status, body }).toEqual({ status: 200, body: { statusCode: 200, durationMs: expect.any(Number) } })
  const [message] = receiver.received
  const verified = new Webhook(webhook.secret).verify(message?.body ?? '', message?.headers as Record<string, string>)
  expect(verified).toMatchObject({ type: 'webhook.test', data: { orgId: org.id, webhookId: webhook.id } })
  receiver.reply = () => ({ status: 500, body: 'the secret of an inner service' })
  expect((await org.post(`/v1/webhooks/${webhook.id}/test`)).body).toEqual({
    statusCode: 500,
    error: 'It answered 500.',
    durationMs: expect.any(Number),
  })
  expect(await deliveries()).toEqual([])
})

test('a day after it was rotated away an earlier secret signs no more', async () => {
  const { receiver, org, webhook } = await setUp()
  await org.post(`/v1/webhooks/${webhook.id}/rotate`)
  await org.createFlag()
  await receiver.until(1)
  server.moveClock(24 * 60 * 60 * 1_000)
  await org.createFlag()
  const signatures = (await receiver.until(2)).map(({ headers }) => headers['webhook-signature'])
  expect(signatures.map((text) => String(text).split(' ').length)).toEqual([2, 1])
})
