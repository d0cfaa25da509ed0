import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('members are listed newest first, page by page', async () => {
  const organization = await server.newOrganization()
  const first = await server.newMember(organization, 'admin')
  const second = await server.newMember(organization, 'viewer')
  const members = await organization.walk('/v1/members', 1)
  expect(members).toEqual([
    {
      id: second.id,
      name: 'Ada',
      email: expect.stringContaining('@example.com'),
      role: 'viewer',
      createdAt: expect.any(String),
    },
    {
      id: first.id,
      name: 'Ada',
      email: expect.stringContaining('@example.com'),
      role: 'admin',
      createdAt: expect.any(String),
    },
  ])
})

test('a role is changed, and every project’s log says who did it', async () => {
  const organization = await server.newOrganization()
  const admin = await server.newMember(organization, 'admin')
  const member = await server.newMember(organization, 'viewer')
  const { body: other } = await organization.post('/v1/projects', { name: 'Other', slug: 'other' })
  const answer = await admin.patch(`/v1/members/${member.id}`, { role: 'editor' })
  expect(answer).toMatchObject({ status: 200, body: { id: member.id, role: 'editor' } })
  for (const base of [organization.base, `/v1/projects/${other.id}`]) {
    const [entry] = await organization.walk(`${base}/audit-log?resourceType=member`)
    expect(entry).toMatchObject({
      action: 'member.updated',
      actorId: admin.id,
      actorType: 'user',
      resourceId: member.id,
      meta: { name: 'Ada', role: 'editor' },
    })
  }
})

test('a role that they have already changes nothing', async () => {
  const organization = await server.newOrganization()
  const admin = await server.newMember(organization, 'admin')
  const member = await server.newMember(organization, 'viewer')
  expect((await admin.patch(`/v1/members/${member.id}`, { role: 'viewer' })).status).toBe(200)
  expect(await organization.walk(`${organization.base}/audit-log?resourceType=member`)).toEqual([])
})

test('roles are three, and there is nothing else to change', async () => {
  const organization = await server.newOrganization()
  const admin = await server.newMember(organization, 'admin')
  const { id } = await server.newMember(organization, 'viewer')
  for (const body of [{}, { role: 'owner' }, { role: 'admin', email: 'eve@example.com' }, { role: null }]) {
    expect((await admin.patch(`/v1/members/${id}`, body)).status).toBe(422)
  }
})

test('who is removed is no longer listed, and keeps the name of what they did', async () => {
  const organization = await server.newOrganization()
  const admin = await server.newMember(organization, 'admin')
  const member = await server.newMember(organization, 'editor')
  const first = await admin.delete(`/v1/members/${member.id}`)
  expect(first).toMatchObject({ status: 200, body: { id: member.id, revokedKeys: 0 } })
  expect((await admin.delete(`/v1/members/${member.id}`)).body).toEqual(first.body)
  expect((await organization.walk('/v1/members')).map(({ id }) => id)).toEqual([admin.id])
  const { body } = await organization.get(`/v1/actors?ids=${member.id}`)
  expect(body.items).toEqual([{ id: member.id, type: 'user', name: 'Ada' }])
  const entries = await organization.walk(`${organization.base}/audit-log?resourceId=${member.id}`)
  expect(entries.map(({ action, meta }) => [action, meta])).toEqual([['member.removed', { name: 'Ada' }]])
})

test('who was removed comes back with a role', async () => {
  const organization = await server.newOrganization()
  const member = await server.newMember(organization, 'admin')
  const admin = await server.newMember(organization, 'admin')
  await admin.delete(`/v1/members/${member.id}`)
  expect((await admin.patch(`/v1/members/${member.id}`, { role: 'viewer' })).status).toBe(200)
  expect((await member.get('/api/auth/session')).status, 'what was ended stays so').toBe(401)
  const cookie = await member.openSession()
  const { body } = await server.send('GET', '/api/auth/session', { headers: { cookie } })
  expect(body.role).toBe('viewer')
})

test('the last admin can be neither demoted nor removed, not even by themselves', async () => {
  const organization = await server.newOrganization()
  const admin = await server.newMember(organization, 'admin')
  const removed = await server.newMember(organization, 'admin')
  await admin.delete(`/v1/members/${removed.id}`)
  await server.newMember(organization, 'editor')
  const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
  expect(await admin.patch(`/v1/members/${admin.id}`, { role: 'editor' })).toMatchObject(conflict)
  expect(await admin.delete(`/v1/members/${admin.id}`)).toMatchObject(conflict)
  await server.newMember(organization, 'admin')
  expect((await admin.patch(`/v1/members/${admin.id}`, { role: 'editor' })).status).toBe(200)
})
