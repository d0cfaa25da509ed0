import { expect, test } from 'vitest'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { appendFlags, createWebhook, settled, typesOf } from '../api/support/webhooks.ts'

const server = await startTestServer()

const enabledOf = async (org: TestOrganization): Promise<number> => {
  const [row] = await server.execute(`select webhooks from audit_chains where org_id = '${org.id}'`)
  return Number((row as { webhooks: number }).webhooks)
}

test('a webhook is sent what happens after it was made, and its own making is not part of it', async () => {
  const org = await server.newOrganization()
  await org.createFlag()
  const webhook = await createWebhook(org)
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await settled(server)
  expect(await typesOf(org, webhook)).toEqual(['flag.created', 'flag.version.created'])
})

test('a message has the id of its entry', async () => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { events: ['flag.created'] })
  await org.createFlag()
  await settled(server)
  const [entry] = await org.walk(`${org.base}/audit-log?action=flag.created`)
  const [delivery] = await org.walk(`/v1/webhooks/${webhook.id}/deliveries`)
  expect(delivery.id).toBe(entry.id.replace(/^al_/, 'msg_'))
})

test('a webhook is sent the actions that begin as it says', async () => {
  const org = await server.newOrganization()
  const versions = await createWebhook(org, { events: ['flag.version.created', 'environment.'] })
  const flags = await createWebhook(org, { events: ['flag.'] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await org.patch(`${org.base}/environments/${org.environmentId('staging')}`, { name: 'Stage' })
  await settled(server)
  expect(await typesOf(org, versions)).toEqual(['flag.version.created', 'environment.updated'])
  expect(await typesOf(org, flags)).toEqual(['flag.created', 'flag.version.created'])
})

test('a webhook of a project is sent what is of the project, one of the organization everything', async () => {
  const org = await server.newOrganization()
  const { body: second } = await org.post('/v1/projects', { name: 'Second', slug: 'second' })
  const member = await server.newMember(org, 'viewer')
  const admin = await server.newMember(org, 'admin')
  const ofSecond = await createWebhook(org, { projectId: second.id })
  const ofAll = await createWebhook(org, { events: ['flag.', 'member.', 'webhook.'] })
  await org.createFlag()
  await org.post(`/v1/projects/${second.id}/flags`, { key: 'second', name: 'Second', type: 'boolean' })
  await admin.patch(`/v1/members/${member.id}`, { role: 'editor' })
  await createWebhook(org, { projectId: second.id })
  await createWebhook(org)
  await settled(server)
  expect(await typesOf(org, ofSecond)).toEqual(['flag.created', 'webhook.created'])
  expect(await typesOf(org, ofAll)).toEqual([
    'flag.created',
    'flag.created',
    'member.updated',
    'webhook.created',
    'webhook.created',
  ])
})

test("nothing of another organization's is sent", async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  const webhook = await createWebhook(org)
  await createWebhook(other)
  await other.createFlag()
  await settled(server)
  expect(await typesOf(org, webhook)).toEqual([])
})

test('a disabled webhook is sent nothing, and one that is enabled again what happens from then on', async () => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { events: ['flag.', 'webhook.'] })
  const path = `/v1/webhooks/${webhook.id}`
  const first = await org.createFlag()
  await settled(server)
  await org.patch(path, { enabled: false })
  await org.createFlag()
  // Another webhook continues to read meanwhile.
  await createWebhook(org, { events: ['project.'] })
  await org.createFlag()
  await settled(server)
  await org.patch(path, { enabled: true })
  const last = await org.createFlag()
  await settled(server)
  const keys = async () => {
    const entries = await org.walk(`${org.base}/audit-log?action=flag.created`)
    const sent = new Set((await org.walk(`${path}/deliveries`)).map(({ id }) => id.replace(/^msg_/, 'al_')))
    return entries.filter(({ id }) => sent.has(id)).map(({ meta }) => meta.key)
  }
  expect(await keys()).toEqual([last.key, first.key])
  expect(await typesOf(org, webhook)).toEqual(['flag.created', 'flag.created'])
})

test('without the plan nothing is sent, and nothing of that time later', async () => {
  const setPlan = (plan: string) =>
    server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan } })
  const org = await server.newOrganization('pro')
  const webhook = await createWebhook(org, { events: ['flag.created', 'organization.'] })
  await setPlan('free')
  await org.createFlag()
  await settled(server)
  expect(await typesOf(org, webhook)).toEqual([])
  await setPlan('pro')
  await org.createFlag()
  await settled(server)
  expect(await typesOf(org, webhook)).toEqual(['organization.updated', 'flag.created'])
})

test('while many change something every entry has one delivery for each webhook, in order', async () => {
  const org = await server.newOrganization()
  const first = await createWebhook(org)
  const flags = await createWebhook(org, { events: ['flag.'] })
  const made = await Promise.all([
    ...Array.from({ length: 6 }, () => createWebhook(org)),
    ...Array.from({ length: 20 }, () => org.createFlag()),
    ...Array.from({ length: 6 }, (_, at) => org.patch(`/v1/webhooks/${first.id}`, { description: `${at}` })),
  ])
  expect(made.filter(({ error }) => error)).toEqual([])
  await settled(server)
  const log = await org.walk(`${org.base}/audit-log`)
  for (const { id } of [first, ...made.slice(0, 6)]) {
    const since = log.findIndex(({ action, resourceId }) => action === 'webhook.created' && resourceId === id)
    const deliveries = await org.walk(`/v1/webhooks/${id}/deliveries`)
    expect(deliveries.map((delivery) => delivery.id.slice(4))).toEqual(
      log.slice(0, since).map((entry) => entry.id.slice(3)),
    )
  }
  expect(await typesOf(org, flags)).toEqual(Array(20).fill('flag.created'))
})

test('of one that gets nothing away so much waits, and the rest is not read yet', async () => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org, { events: ['flag.'] })
  for (let turn = 0; turn < 3; turn++) {
    await appendFlags(server, org, 40)
    await settled(server)
  }
  expect(await typesOf(org, webhook)).toHaveLength(80)
})

test('how many webhooks are enabled is known, however many are changed at once', async () => {
  const org = await server.newOrganization()
  expect(await enabledOf(org)).toBe(0)
  const webhooks = await Promise.all(Array.from({ length: 12 }, () => createWebhook(org)))
  expect(await enabledOf(org)).toBe(12)
  const path = (at: number) => `/v1/webhooks/${webhooks[at].id}`
  await Promise.all([
    ...[0, 1, 2, 3].map((at) => org.delete(path(at))),
    ...[4, 5, 6].map((at) => org.patch(path(at), { enabled: false })),
    ...[4, 5].map((at) => org.delete(path(at))),
    ...[7, 7, 7].map((at, turn) => org.patch(path(at), { enabled: turn % 2 === 0 })),
    createWebhook(org),
    createWebhook(org),
  ])
  const enabled = (await org.walk('/v1/webhooks')).filter((webhook) => webhook.enabled)
  expect(await enabledOf(org)).toBe(enabled.length)
  await Promise.all(enabled.map(({ id }) => org.delete(`/v1/webhooks/${id}`)))
  expect(await enabledOf(org)).toBe(0)
})

test('without an enabled webhook nothing is made due', async () => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org)
  await org.patch(`/v1/webhooks/${webhook.id}`, { enabled: false })
  await settled(server)
  await org.createFlag()
  expect(await server.execute(`select * from due where subject = '${org.id}'`)).toEqual([])
})
