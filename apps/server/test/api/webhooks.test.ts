import { expect, test } from 'vitest'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { createWebhook, webhookBody } from './support/webhooks.ts'

const refused = 'leads to an address that is not public'
const server = await startTestServer({
  webhooks: {
    check: async (url) => (new URL(url).hostname === 'inside.example' ? refused : undefined),
    test: async ({ secrets }) => ({ statusCode: 204, durationMs: secrets.length }),
  },
})
const org = await server.newOrganization()

const entriesOf = async ({ id }: { id: string }) => org.walk(`${org.base}/audit-log?resourceId=${id}`)

test('a webhook is made with a secret, which is shown this once', async () => {
  const { status, body } = await org.post('/v1/webhooks', {
    ...{ url: 'https://hooks.example/T1/B2', events: ['flag.', 'schedule.failed'], description: 'Release channel' },
    ...{ projectId: org.project.id, format: 'slack' },
  })
  const { secret, ...webhook } = body
  expect(status).toBe(201)
  expect(secret).toMatch(/^whsec_/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(webhook).toEqual({
    id: expect.stringMatching(/^hook_/),
    url: 'https://hooks.example/T1/B2',
    events: ['flag.', 'schedule.failed'],
    projectId: org.project.id,
    description: 'Release channel',
    format: 'slack',
    enabled: true,
    disabledReason: null,
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
  })
  expect((await org.get(`/v1/webhooks/${webhook.id}`)).body).toEqual(webhook)
  expect((await org.get('/v1/webhooks')).body.items).toContainEqual(webhook)
})

test('what need not be said has its default', async () => {
  expect(await createWebhook(org)).toMatchObject({ projectId: null, description: null, format: 'standard' })
})

test('webhooks are listed in pages, the newest first', async () => {
  const other = await server.newOrganization()
  const made = [await createWebhook(other), await createWebhook(other), await createWebhook(other)]
  const listed = await other.walk('/v1/webhooks', 2)
  expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
})

const badBodies: [string, object, string][] = [
  ['no address', { url: undefined }, 'url'],
  ['an address that is none', { url: 'hooks.example' }, 'url'],
  ['an address of another kind', { url: 'javascript:alert(1)' }, 'url'],
  ['an address of a file', { url: 'file:///etc/passwd' }, 'url'],
  ['an address with a password', { url: 'https://user:password@hooks.example/' }, 'url'],
  ['an address with a user', { url: 'https://user@hooks.example/' }, 'url'],
  ['an address of 3,000 characters', { url: `https://hooks.example/${'x'.repeat(3_000)}` }, 'url'],
  ['an address that is refused', { url: 'https://inside.example/' }, 'url'],
  ['no events', { events: [] }, 'events'],
  ['21 events', { events: Array(21).fill('flag.') }, 'events'],
  ['events that there are not', { events: ['flag.', 'flagg.'] }, 'events[1]'],
  ['an empty prefix', { events: [''] }, 'events[0]'],
  ['an unknown format', { format: 'teams' }, 'format'],
  ['hidden characters', { description: 'Release\u202Echannel' }, 'description'],
  ['a description that is too long', { description: 'x'.repeat(2_001) }, 'description'],
  ['a project that is none', { projectId: 'proj_nobody' }, 'projectId'],
]

for (const [what, fields, path] of badBodies) {
  test(`a webhook with ${what} is refused, and nothing is kept`, async () => {
    const before = (await org.walk('/v1/webhooks')).length
    const { status, body } = await org.post('/v1/webhooks', webhookBody(fields))
    expect(status).toBe(422)
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    expect(await org.walk('/v1/webhooks')).toHaveLength(before)
  })
}

test('why an address is refused is said at its path', async () => {
  const webhook = await createWebhook(org)
  for (const answer of [
    await org.post('/v1/webhooks', webhookBody({ url: 'https://inside.example/' })),
    await org.patch(`/v1/webhooks/${webhook.id}`, { url: 'https://inside.example/' }),
  ]) {
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: 'url', message: refused }] } } })
  }
})

test("another organization's project is none of this one's", async () => {
  const other = await server.newOrganization()
  const { status, body } = await org.post('/v1/webhooks', webhookBody({ projectId: other.project.id }))
  expect({ status, path: body.error.details[0].path }).toEqual({ status: 422, path: 'projectId' })
})

test('what is changed of a webhook is audited, and what is not makes no entry', async () => {
  const webhook = await createWebhook(org, { description: 'Before' })
  const path = `/v1/webhooks/${webhook.id}`
  const changed = await org.patch(path, { description: null, events: ['flag.'], url: 'https://other.example/hidden' })
  expect(changed.body).toMatchObject({ description: null, events: ['flag.'], url: 'https://other.example/hidden' })
  await org.patch(path, { description: null, enabled: true })
  await org.patch(path, { enabled: false })
  expect((await entriesOf(webhook)).map(({ action, meta }) => [action, meta])).toEqual([
    ['webhook.updated', { enabled: false, host: 'other.example' }],
    ['webhook.updated', { description: null, events: ['flag.'], host: 'other.example', urlChanged: true }],
    ['webhook.created', { host: 'hooks.example', events: ['*'], format: 'standard', description: 'Before' }],
  ])
  expect((await org.patch(path, {})).status).toBe(422)
  expect((await org.patch(path, { format: 'slack' })).status).toBe(422)
})

test('a webhook of a project is in that project’s log, one of the organization in all of them', async () => {
  const { body: second } = await org.post('/v1/projects', { name: 'Second', slug: 'second' })
  const ofProject = await createWebhook(org, { projectId: second.id })
  const ofAll = await createWebhook(org)
  const idsIn = async (projectId: string) =>
    (await org.walk(`/v1/projects/${projectId}/audit-log?action=webhook.`)).map(({ resourceId }) => resourceId)
  expect(await idsIn(second.id)).toEqual(expect.arrayContaining([ofProject.id, ofAll.id]))
  expect(await idsIn(org.project.id)).toContain(ofAll.id)
  expect(await idsIn(org.project.id)).not.toContain(ofProject.id)
})

test('a webhook that is deleted is gone, and says so once', async () => {
  const webhook = await createWebhook(org)
  const path = `/v1/webhooks/${webhook.id}`
  expect(await org.delete(path)).toMatchObject({ status: 200, body: { id: webhook.id } })
  expect((await org.get(path)).status).toBe(404)
  expect((await org.delete(path)).status).toBe(404)
  expect((await entriesOf(webhook))[0]).toMatchObject({ action: 'webhook.deleted', meta: { host: 'hooks.example' } })
})

test('after it is rotated both secrets sign for a day, and then the earlier one is forgotten', async () => {
  const webhook = await createWebhook(org)
  const path = `/v1/webhooks/${webhook.id}`
  const { status, body } = await org.post(`${path}/rotate`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: webhook.id,
    secret: expect.stringMatching(/^whsec_/),
    previousExpiresAt: expect.any(String),
  })
  expect(body.secret).not.toBe(webhook.secret)
  const dayMs = 24 * 60 * 60 * 1_000
  const leftMs = Date.parse(body.previousExpiresAt) - server.deps.nowUs() / 1_000
  expect(leftMs).toBeGreaterThan(dayMs - 60_000)
  expect(leftMs).toBeLessThanOrEqual(dayMs)
  expect((await entriesOf(webhook))[0]).toMatchObject({
    action: 'webhook.rotated',
    meta: { host: 'hooks.example', previousExpiresAt: body.previousExpiresAt },
  })
  const secretsNow = async () =>
    (await server.deps.store.webhooks.findForSending(webhook.id, server.deps.nowUs()))?.secrets
  expect(await secretsNow()).toEqual([body.secret, webhook.secret])
  const { body: again } = await org.post(`${path}/rotate`)
  expect(await secretsNow()).toEqual([again.secret, body.secret])
})

test('a test says what was answered', async () => {
  const webhook = await createWebhook(org)
  expect(await org.post(`/v1/webhooks/${webhook.id}/test`)).toMatchObject({
    status: 200,
    body: { statusCode: 204, durationMs: 1 },
  })
})

test('no secret, and of an address no more than its host, is in the audit log or in the log', async () => {
  const webhook = await createWebhook(org, { url: 'https://hooks.example/T0K3N' })
  const { body: rotated } = await org.post(`/v1/webhooks/${webhook.id}/rotate`)
  await org.patch(`/v1/webhooks/${webhook.id}`, { url: 'https://hooks.example/T0K3N-2' })
  await org.delete(`/v1/webhooks/${webhook.id}`)
  const told = JSON.stringify([await org.walk(`${org.base}/audit-log`), server.logged])
  for (const secret of ['T0K3N', webhook.secret, rotated.secret]) expect(told).not.toContain(secret)
})

test('webhooks are for admins of the organization, and keys with admin', async () => {
  const member = await server.newMember(org, 'viewer')
  const admin = await server.newMember(org, 'admin')
  await admin.patch(`/v1/members/${member.id}`, { projects: { [org.project.id]: 'admin' } })
  const ofProject = await member.post('/v1/webhooks', webhookBody({ projectId: org.project.id }))
  expect(ofProject).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  expect((await admin.post('/v1/webhooks', webhookBody())).body).toMatchObject({ createdBy: admin.id })
  for (const [scopes, status] of [
    [['read', 'edit'], 403],
    [['admin'], 201],
  ] as const) {
    const { key } = await org.createKey({ scopes })
    expect((await org.post('/v1/webhooks', webhookBody(), key)).status).toBe(status)
  }
})

test('webhooks need the Pro or Enterprise plan; who loses it keeps theirs', async () => {
  const setPlan = (id: string, plan: string) =>
    server.send('PATCH', `/admin/v1/organizations/${id}`, { key: adminToken, body: { plan } })
  const other = await server.newOrganization('free')
  const upgrade = { status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } }
  expect(await other.post('/v1/webhooks', webhookBody())).toMatchObject(upgrade)
  expect((await other.post('/v1/webhooks', webhookBody({ events: ['?'] }))).status).toBe(422)
  await setPlan(other.id, 'pro')
  const webhook = await createWebhook(other)
  const path = `/v1/webhooks/${webhook.id}`
  await setPlan(other.id, 'free')
  expect((await other.get(path)).body).toMatchObject({ enabled: true })
  expect(await other.post(`${path}/test`)).toMatchObject(upgrade)
  expect((await other.patch(path, { enabled: false })).status).toBe(200)
  expect(await other.patch(path, { enabled: true })).toMatchObject(upgrade)
  expect((await other.post(`${path}/rotate`)).status).toBe(200)
  expect((await other.delete(path)).status).toBe(200)
})

test('who made it may go: it stays the organization’s, disabled until another admin enables it', async () => {
  const admin = await server.newMember(org, 'admin')
  const leaving = await server.newMember(org, 'admin')
  const { body: webhook } = await leaving.post('/v1/webhooks', webhookBody())
  expect((await admin.delete(`/v1/members/${leaving.id}`)).status).toBe(200)
  expect((await org.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({ enabled: false, createdBy: leaving.id })
  const enabled = await admin.patch(`/v1/webhooks/${webhook.id}`, { enabled: true })
  expect(enabled.body).toMatchObject({ enabled: true, disabledReason: null, createdBy: leaving.id })
})
