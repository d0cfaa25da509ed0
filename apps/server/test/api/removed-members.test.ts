import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestMember } from '../../src/testing/test-member.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { switchedEdge } from './support/switched-edge.ts'

const { state, wrapEdge } = switchedEdge()
const server = await startTestServer({ wrapEdge, retryMs: 20 })

const pathOf = (org: TestOrganization, slug = 'development') =>
  `${org.base}/environments/${org.environmentId(slug)}/api-keys`
const keyFields = { type: 'server', description: 'Theirs' }
const nothingElse = { invitations: 0, schedules: 0, webhooks: 0 }

/** Two admins; one of them has a key, which created another key. */
const furnish = async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const member = await server.newMember(org, 'admin')
  const { body: key } = await member.post(pathOf(org), keyFields)
  const { body: made } = await org.post(pathOf(org, 'staging'), keyFields, key.key)
  return { org, admin, member, key, made }
}
const manages = async (org: TestOrganization, key: string) => (await org.get('/v1/projects', key)).status
const evaluates = async (key: string) => (await deliveryClient(server.deliveryUrl, key).evaluate('x')).status

test('who is removed loses their keys, and the keys that those made, on both APIs', async () => {
  const { org, admin, member, key, made } = await furnish()
  for (const one of [key, made]) {
    expect(await manages(org, one.key)).toBe(200)
    expect(await evaluates(one.key)).toBe(200)
  }
  const answer = await admin.delete(`/v1/members/${member.id}`)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({ id: member.id, revokedKeys: 2, ...nothingElse })
  for (const one of [key, made]) {
    expect(await manages(org, one.key)).toBe(401)
    await vi.waitFor(async () => expect(await evaluates(one.key)).toBe(401))
  }
  expect(await manages(org, org.key)).toBe(200)
})

test('every key that ended so has its entry, and removing again ends nothing more', async () => {
  const { org, admin, member, key, made } = await furnish()
  await admin.delete(`/v1/members/${member.id}`)
  expect((await admin.delete(`/v1/members/${member.id}`)).body).toEqual({
    id: member.id,
    revokedKeys: 0,
    ...nothingElse,
  })
  const entries = await org.walk(`${org.base}/audit-log`)
  const revoked = entries.filter(({ action }) => action === 'api_key.revoked')
  expect(revoked.map(({ resourceId }) => resourceId).sort()).toEqual([key.id, made.id].sort())
  expect(revoked).toMatchObject([{ actorId: admin.id }, { actorId: admin.id }])
  expect(entries.filter(({ action }) => action === 'member.removed')).toHaveLength(1)
})

test('the list of members says how many keys would end with each', async () => {
  const { org, admin, member } = await furnish()
  const counts = async () =>
    Object.fromEntries((await org.walk('/v1/members')).map(({ id, ...fields }) => [id, fields.keys]))
  expect(await counts()).toEqual({ [admin.id]: undefined, [member.id]: 2 })
  await admin.delete(`/v1/members/${member.id}?keepKeys=true`)
  expect(await counts()).toEqual({ [admin.id]: 2 })
})

test('with keepKeys their keys are the remover’s, and go with them', async () => {
  const { org, admin, member, key, made } = await furnish()
  const kept = await admin.delete(`/v1/members/${member.id}?keepKeys=true`)
  expect(kept.body).toEqual({ id: member.id, revokedKeys: 0, ...nothingElse })
  expect([await manages(org, key.key), await manages(org, made.key)]).toEqual([200, 200])
  const [entry] = await org.walk(`${org.base}/audit-log?resourceType=member`)
  expect(entry).toMatchObject({ action: 'member.removed', meta: { keptKeys: 2 } })
  const last = await server.newMember(org, 'admin')
  expect((await last.delete(`/v1/members/${admin.id}`)).body).toEqual({ id: admin.id, revokedKeys: 2, ...nothingElse })
  expect(await manages(org, key.key)).toBe(401)
})

test('nobody keeps their own keys when they go', async () => {
  const { org, member, key } = await furnish()
  const answer = await member.delete(`/v1/members/${member.id}?keepKeys=true`)
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await member.delete(`/v1/members/${member.id}?keepKeys=maybe`)).status).toBe(422)
  expect((await member.delete(`/v1/members/${member.id}`)).body.revokedKeys).toBe(2)
  expect(await manages(org, key.key)).toBe(401)
})

test('who comes back has none of the keys that ended', async () => {
  const { org, admin, member, key } = await furnish()
  await admin.delete(`/v1/members/${member.id}`)
  await admin.patch(`/v1/members/${member.id}`, { role: 'admin' })
  expect(await manages(org, key.key)).toBe(401)
})

test('where the edge is away the answer says so, and the keys end once it is back', async () => {
  const { admin, member, key } = await furnish()
  expect(await evaluates(key.key)).toBe(200)
  state.away = true
  const answer = await admin.delete(`/v1/members/${member.id}`)
  state.away = false
  expect(answer.status).toBe(207)
  expect(answer.body).toEqual({ id: member.id, revokedKeys: 2, ...nothingElse, syncWarning: expect.any(String) })
  await vi.waitFor(async () => expect(await evaluates(key.key)).toBe(401))
})

test('keys change no members, whatever their scopes', async () => {
  const { org, admin, member } = await furnish()
  for (const key of [org.key, (await org.createKey({ scopes: ['admin'] })).key]) {
    for (const answer of [
      await org.delete(`/v1/members/${member.id}`, key),
      await org.patch(`/v1/members/${admin.id}`, { role: 'viewer' }, key),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    }
  }
  expect(await org.walk('/v1/members')).toHaveLength(2)
})

/** The status of one request of each kind that a key with all scopes may make. */
const tryOut = async (org: TestOrganization, key: string): Promise<number[]> => [
  (await org.get('/v1/projects', key)).status,
  (
    await org.post(
      `${org.base}/flags`,
      { key: `f-${Math.random().toString(36).slice(2)}`, name: 'F', type: 'boolean' },
      key,
    )
  ).status,
  (await org.post(pathOf(org), { type: 'client', description: 'Browser' }, key)).status,
]

test('a key never does more than its person may do now, and evaluates all the same', async () => {
  const { org, admin, member, key, made } = await furnish()
  const become = (who: TestMember, role: string) => admin.patch(`/v1/members/${who.id}`, { role })
  for (const one of [key, made]) expect(await tryOut(org, one.key)).toEqual([200, 201, 201])
  await become(member, 'editor')
  for (const one of [key, made]) expect(await tryOut(org, one.key)).toEqual([200, 201, 403])
  await become(member, 'viewer')
  for (const one of [key, made]) expect(await tryOut(org, one.key)).toEqual([200, 403, 403])
  expect(await evaluates(key.key)).toBe(200)
  const { body } = await org.post(`${org.base}/flags`, {}, key.key)
  expect(body.error.message).toContain('edit scope now: the person whose key it is')
  await become(member, 'admin')
  expect(await tryOut(org, key.key)).toEqual([200, 201, 201])
})

test('a key whose person was removed before keys ended with people manages nothing', async () => {
  const { org, member, key } = await furnish()
  await server.deps.store.users.remove(member.id, server.deps.nowUs())
  expect(await tryOut(org, key.key)).toEqual([403, 403, 403])
  expect(await evaluates(key.key)).toBe(200)
})
