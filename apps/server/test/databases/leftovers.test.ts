import { expect, test, vi } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { startReceiver } from '../../src/testing/servers/receiver.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestMember } from '../../src/testing/test-member.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { openFlag } from '../api/support/schedules.ts'
import { webhookBody } from '../api/support/webhooks.ts'

const server = await startTestServer({ stopClock: true, sending: {} })

type Post = (path: string, body: unknown) => Promise<Answer>

/** Two admins, of whom one will be removed, and a key of that one. */
const furnish = async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const member = await server.newMember(org, 'admin')
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: key } = await member.post(keys, { type: 'server', description: 'Theirs' })
  const byKey: Post = (path, body) => org.post(path, body, key.key)
  return { org, admin, member, keys, key, byKey }
}
type Furnished = Awaited<ReturnType<typeof furnish>>

const invite = async (post: Post, email: string) =>
  (await post('/v1/invitations', { email, role: 'admin' })).body.id as string
const hook = async (post: Post, fields: object = {}) =>
  (await post('/v1/webhooks', webhookBody(fields))).body.id as string
const schedule = async (org: TestOrganization, post: Post) => {
  const { path } = await openFlag(org)
  const { body } = await post(`${path}/schedules`, { steps: [{ after: 60, change: { enabled: false } }] })
  return { id: body.id as string, path }
}

/** One of each kind, by the member and by their key; a key cannot invite. */
const makeAll = async ({ org, member, byKey }: Furnished) => ({
  invitation: await invite(member.post, `${member.id}@elsewhere.example`),
  webhooks: [await hook(member.post), await hook(byKey)],
  schedules: [(await schedule(org, member.post)).id, (await schedule(org, byKey)).id],
})

const webhooksOf = async (org: TestOrganization) =>
  new Map((await org.walk('/v1/webhooks')).map(({ id, enabled, disabledReason }) => [id, { enabled, disabledReason }]))
const statusOf = async (org: TestOrganization, id: string) => {
  const { status, reason } = (await org.get(`/v1/schedules/${id}`)).body
  return { status, reason }
}
const invited = async ({ get }: TestMember) => (await get('/v1/invitations')).body.items
const entriesOf = async (org: TestOrganization, resourceId: string) =>
  (await org.walk(`${org.base}/audit-log?resourceId=${resourceId}`)).map(({ action, actorId, meta }) => ({
    action,
    actorId,
    reason: meta.reason,
  }))

test('what somebody made goes with them, and the removal says what', async () => {
  const all = await furnish()
  const { org, admin, member } = all
  const { invitation, webhooks, schedules } = await makeAll(all)
  const others = { invitation: await invite(admin.post, 'kept@elsewhere.example'), webhook: await hook(admin.post) }
  const { body } = await admin.delete(`/v1/members/${member.id}`)
  expect(body).toEqual({ id: member.id, revokedKeys: 1, invitations: 1, schedules: 2, webhooks: 2 })

  expect(await invited(admin)).toMatchObject([{ id: others.invitation }])
  const removed = 'The person who made it was removed.'
  const revoked = 'The key that made it was revoked.'
  const now = await webhooksOf(org)
  expect(now.get(others.webhook)).toMatchObject({ enabled: true })
  for (const [at, reason] of [removed, revoked].entries()) {
    expect(now.get(webhooks[at])).toEqual({ enabled: false, disabledReason: reason })
    expect(await statusOf(org, schedules[at] as string)).toEqual({ status: 'cancelled', reason })
    expect((await entriesOf(org, webhooks[at] as string))[0]).toEqual({
      action: 'webhook.disabled',
      actorId: admin.id,
      reason,
    })
  }
  expect((await entriesOf(org, invitation))[0]).toEqual({
    action: 'member.uninvited',
    actorId: admin.id,
    reason: removed,
  })
  const again = await admin.delete(`/v1/members/${member.id}`)
  expect(again.body).toEqual({ id: member.id, revokedKeys: 0, invitations: 0, schedules: 0, webhooks: 0 })
})

test('with keepKeys what their keys made stays, and what they made themselves goes', async () => {
  const all = await furnish()
  const { org, admin, member } = all
  const { webhooks, schedules } = await makeAll(all)
  const { body } = await admin.delete(`/v1/members/${member.id}?keepKeys=true`)
  expect(body).toEqual({ id: member.id, revokedKeys: 0, invitations: 1, schedules: 1, webhooks: 1 })
  const now = await webhooksOf(org)
  expect(webhooks.map((id) => now.get(id)?.enabled)).toEqual([false, true])
  expect((await statusOf(org, schedules[1] as string)).status).toBe('running')
})

test('an admin who becomes an editor loses invitations and webhooks, and keeps schedules until they are a viewer', async () => {
  const all = await furnish()
  const { org, admin, member } = all
  const { webhooks, schedules } = await makeAll(all)
  await admin.patch(`/v1/members/${member.id}`, { role: 'editor' })
  expect(await invited(admin)).toEqual([])
  const now = await webhooksOf(org)
  expect(webhooks.map((id) => now.get(id))).toEqual([
    { enabled: false, disabledReason: 'The person who made it is an editor now.' },
    { enabled: false, disabledReason: 'The person whose key made it is an editor now.' },
  ])
  for (const id of schedules) expect((await statusOf(org, id)).status).toBe('running')
  await admin.patch(`/v1/members/${member.id}`, { role: 'viewer' })
  expect(await Promise.all(schedules.map((id) => statusOf(org, id)))).toEqual([
    { status: 'cancelled', reason: 'The person who made it is a viewer now.' },
    { status: 'cancelled', reason: 'The person whose key made it is a viewer now.' },
  ])
})

test('who becomes a viewer in one project loses the schedules there alone', async () => {
  const all = await furnish()
  const { org, admin, member } = all
  const { invitation, webhooks, schedules } = await makeAll(all)
  await admin.patch(`/v1/members/${member.id}`, { projects: { [org.project.id]: 'viewer' } })
  for (const id of schedules) expect((await statusOf(org, id)).status).toBe('cancelled')
  expect(await invited(admin)).toMatchObject([{ id: invitation }])
  expect((await webhooksOf(org)).get(webhooks[0])).toMatchObject({ enabled: true })
})

test('a revoked key takes its webhooks and schedules along', async () => {
  const all = await furnish()
  const { org, admin, keys, key } = all
  const { webhooks, schedules } = await makeAll(all)
  await admin.delete(`${keys}/${key.id}`)
  const now = await webhooksOf(org)
  expect(webhooks.map((id) => now.get(id)?.enabled)).toEqual([true, false])
  expect((await statusOf(org, schedules[0] as string)).status).toBe('running')
  expect((await statusOf(org, schedules[1] as string)).status).toBe('cancelled')
})

/** A key without an owner that expires within the minute. */
const shortLived = async (org: TestOrganization) => {
  const expiresAt = new Date(server.deps.nowUs() / 1_000 + 30_000).toISOString()
  const { key } = await org.createKey({ scopes: ['manage'], expiresAt })
  return (path: string, body: unknown) => org.post(path, body, key)
}

test('the step of a key that has expired changes nothing, and says why', async () => {
  const org = await server.newOrganization()
  const { id, path } = await schedule(org, await shortLived(org))
  server.moveClock(60_000)
  await vi.waitFor(async () =>
    expect(await statusOf(org, id)).toEqual({
      status: 'failed',
      reason: 'Step 1 no longer fits: The key that made it has expired.',
    }),
  )
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
})

test('a schedule whose key has expired is neither approved nor resumed', async () => {
  const org = await server.newOrganization()
  const { id } = await schedule(org, await shortLived(org))
  await org.post(`/v1/schedules/${id}/pause`)
  const { path } = await openFlag(org, { slug: 'production' })
  await org.protect('production')
  const post = await shortLived(org)
  const { body: pending } = await post(`${path}/schedules`, { steps: [{ after: 60, change: { enabled: false } }] })
  server.moveClock(30_000)
  for (const to of [`/v1/schedules/${id}/resume`, `/v1/proposals/${pending.proposalId}/approve`]) {
    const { status, body } = await org.post(to, {})
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('The key that made it has expired.')])
  }
})

test('a webhook is sent nothing once its key has expired, and whoever enables it answers for it', async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const receiver = await startReceiver()
  const id = await hook(await shortLived(org), { url: receiver.url, events: ['flag.'] })
  await org.createFlag()
  await receiver.until(1)
  server.moveClock(30_000)
  await org.createFlag()
  const expired = { enabled: false, disabledReason: 'The key that made it has expired.' }
  await vi.waitFor(async () => expect((await webhooksOf(org)).get(id)).toEqual(expired))
  await admin.patch(`/v1/webhooks/${id}`, { enabled: true })
  const { key } = await org.createFlag()
  const [, second] = await receiver.until(2)
  expect(JSON.parse(second?.body ?? '').data.meta.key).toBe(key)
  const other = await server.newMember(org, 'admin')
  expect((await other.delete(`/v1/members/${admin.id}`)).body.webhooks).toBe(1)
})

test('nothing that is made while its maker is removed goes on', async () => {
  for (let round = 0; round < 3; round++) {
    const { org, admin, member, byKey } = await furnish()
    const { path } = await openFlag(org)
    const steps = [{ after: 60, change: { enabled: false } }]
    await Promise.all([
      admin.delete(`/v1/members/${member.id}`),
      ...[member.post, byKey].flatMap((post) => [
        post('/v1/webhooks', webhookBody()),
        post(`${path}/schedules`, { steps }),
      ]),
      member.post('/v1/invitations', { email: 'second-self@elsewhere.example', role: 'admin' }),
    ])
    expect(await invited(admin)).toEqual([])
    expect([...(await webhooksOf(org)).values()].filter(({ enabled }) => enabled)).toEqual([])
    expect(await org.walk(`${org.base}/schedules?status=running`)).toEqual([])
  }
})
