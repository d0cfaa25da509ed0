import { limits, type MessageId, type WebhookId } from '@bunting/contract'
import { expect, test, vi } from 'vitest'
import { creatorOf } from '../../src/rules/access/creator-of.ts'
import { webhookDisabled } from '../../src/rules/audit/webhooks.ts'
import { entryIdOf } from '../../src/rules/webhooks.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { createWebhook, settled, typesOf } from '../api/support/webhooks.ts'

const server = await startTestServer()
const { store } = server.deps
const dayMs = 24 * 60 * 60 * 1_000

/** A webhook with deliveries, newest first. */
const withDeliveries = async (count = 1) => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { events: ['flag.'] })
  for (let at = 0; at < count; at++) await org.createFlag()
  await settled(server)
  const path = `/v1/webhooks/${webhook.id}`
  return { org, webhook, path, deliveries: await org.walk(`${path}/deliveries`) }
}

type Ending = { status: 'delivered' | 'failed' } | { status: 'waiting'; nextUs: number }

const attempt = { at: '2026-01-31T12:00:00.000Z', statusCode: 500, error: 'It answered 500.', durationMs: 3 }

/** Records an attempt, as the sender does. */
const record = (webhookId: WebhookId, messageId: MessageId, ending: Ending) =>
  store.transaction((tx) =>
    tx.webhookDeliveries.record(
      [{ webhookId, entryId: entryIdOf(messageId), attempt, ...ending }],
      server.deps.nowUs(),
    ),
  )

test('deliveries are listed in pages, the newest first', async () => {
  const { org, path, deliveries } = await withDeliveries(3)
  const { body } = await org.get(`${path}/deliveries?limit=2`)
  expect(body).toMatchObject({ items: deliveries.slice(0, 2), hasMore: true })
  expect((await org.get(`${path}/deliveries?limit=2&cursor=${body.nextCursor}`)).body.items).toEqual([deliveries[2]])
  expect(deliveries[0]).toEqual({
    id: expect.stringMatching(/^msg_/),
    type: 'flag.created',
    status: 'waiting',
    attempts: [],
    nextAttemptAt: expect.any(String),
  })
})

test('first tries come in the order of their entries, and before what is tried again', async () => {
  const { webhook, deliveries } = await withDeliveries(3)
  const next = async () =>
    (await store.webhookDeliveries.next(webhook.id, server.deps.nowUs(), 10)).map(({ entryId }) => entryId)
  const [third, second, first] = deliveries.map(({ id }) => entryIdOf(id))
  expect(await next()).toEqual([first, second, third])
  await record(webhook.id, deliveries[2].id, { status: 'waiting', nextUs: 1 })
  expect(await next()).toEqual([second, third, first])
  await record(webhook.id, deliveries[2].id, { status: 'waiting', nextUs: server.deps.nowUs() + 60_000_000 })
  expect(await next()).toEqual([second, third])
})

test('what was tried in vain is sent again under the same id, what waits is not', async () => {
  const { org, webhook, path, deliveries } = await withDeliveries()
  const { id } = deliveries[0]
  const resend = () => org.post(`${path}/deliveries/${id}/resend`)
  expect(await resend()).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  await record(webhook.id, id, { status: 'failed' })
  expect(await org.get(`${path}/deliveries`)).toMatchObject({
    body: { items: [{ id, status: 'failed', attempts: [attempt], nextAttemptAt: null }] },
  })
  expect(await resend()).toMatchObject({ status: 202, body: { id, status: 'waiting', attempts: [attempt] } })
  await record(webhook.id, id, { status: 'delivered' })
  expect(await resend()).toMatchObject({ status: 202, body: { id, attempts: [attempt, attempt] } })
})

test('of many who send it again at once one does', async () => {
  const { org, webhook, path, deliveries } = await withDeliveries()
  await record(webhook.id, deliveries[0].id, { status: 'failed' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => org.post(`${path}/deliveries/${deliveries[0].id}/resend`)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)])
})

test('a message is found by its own id alone, and by its own webhook', async () => {
  const { org, path, deliveries } = await withDeliveries()
  const { id } = deliveries[0]
  const other = await createWebhook(org)
  for (const wrong of [
    `${path}/deliveries/${id.replace('msg_', 'xyz_')}/resend`,
    `${path}/deliveries/${id.replace('msg_', 'al_')}/resend`,
    `/v1/webhooks/${other.id}/deliveries/${id}/resend`,
  ]) {
    expect(await org.post(wrong)).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } })
  }
})

test('of a webhook that is disabled nothing waits, and nothing is sent again', async () => {
  const { org, webhook, path, deliveries } = await withDeliveries()
  await org.patch(path, { enabled: false })
  expect(await org.get(`${path}/deliveries`)).toMatchObject({
    body: { items: [{ status: 'failed', nextAttemptAt: null }] },
  })
  expect(await store.webhookDeliveries.next(webhook.id, server.deps.nowUs())).toEqual([])
  expect(await org.post(`${path}/deliveries/${deliveries[0].id}/resend`)).toMatchObject({
    status: 409,
    body: { error: { message: 'This webhook is disabled: enable it first.' } },
  })
  await org.patch(path, { enabled: true })
  expect((await org.post(`${path}/deliveries/${deliveries[0].id}/resend`)).status).toBe(202)
})

test('one that is disabled by how it answered says why, and its creator is who did it', async () => {
  const { org, path, webhook } = await withDeliveries()
  const other = await createWebhook(org, { events: ['webhook.disabled'] })
  await store.transaction(async (tx) => {
    const found = await tx.webhooks.lock(webhook.id)
    if (!found) throw new Error('there is no webhook')
    const disabled = await tx.webhooks.disable(found, 'It answered 410.')
    await tx.auditChain.append(creatorOf(disabled), [webhookDisabled(disabled, 'It answered 410.')], server.deps)
  })
  await settled(server)
  expect((await org.get(path)).body).toMatchObject({ enabled: false, disabledReason: 'It answered 410.' })
  const [entry] = await org.walk(`${org.base}/audit-log?action=webhook.disabled`)
  expect(entry).toMatchObject({
    actorId: webhook.createdBy,
    actorType: 'api_key',
    resourceId: webhook.id,
    meta: { host: 'hooks.example', reason: 'It answered 410.' },
  })
  expect(await typesOf(org, other)).toEqual(['webhook.disabled'])
  expect((await org.patch(path, { enabled: true })).body).toMatchObject({ enabled: true, disabledReason: null })
})

test('deliveries go with their webhook, and what is recorded of them later is nothing', async () => {
  const { org, webhook, path, deliveries } = await withDeliveries(2)
  await org.delete(path)
  await record(webhook.id, deliveries[0].id, { status: 'delivered' })
  const ofWebhook = `where webhook_id = '${webhook.id}'`
  expect(await server.execute(`select * from webhook_deliveries ${ofWebhook}`)).toEqual([])
  expect(await server.execute(`select * from due where subject = '${webhook.id}'`)).toEqual([])
})

test('what was delivered stays so, whatever a try that ended later came to', async () => {
  const { org, webhook, path, deliveries } = await withDeliveries()
  await record(webhook.id, deliveries[0].id, { status: 'delivered' })
  await record(webhook.id, deliveries[0].id, { status: 'waiting', nextUs: 1 })
  expect(await org.get(`${path}/deliveries`)).toMatchObject({
    body: { items: [{ status: 'delivered', attempts: [attempt, attempt], nextAttemptAt: null }] },
  })
})

test('after 30 days deliveries are gone, and so are secrets that sign no more', async () => {
  const { org, webhook, path } = await withDeliveries(2)
  await org.post(`${path}/rotate`)
  const secrets = () => server.execute(`select previous_secret from webhooks where id = '${webhook.id}'`)
  expect(await secrets()).toEqual([{ previous_secret: webhook.secret }])
  server.moveClock(29 * dayMs)
  await vi.waitFor(async () => expect(await secrets()).toEqual([{ previous_secret: null }]))
  expect(await typesOf(org, webhook)).toHaveLength(2)
  server.moveClock(dayMs)
  await vi.waitFor(async () => expect(await typesOf(org, webhook)).toEqual([]))
  expect((await org.get(`${org.base}/audit-log?limit=${limits.pageSize}`)).body.items.length).toBeGreaterThan(2)
})
