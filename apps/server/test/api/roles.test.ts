import { type Endpoint, endpoints, type Role, roles } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const organization = await server.newOrganization()
const members = {
  viewer: await server.newMember(organization, 'viewer'),
  editor: await server.newMember(organization, 'editor'),
  admin: await server.newMember(organization, 'admin'),
}
const levels: Record<string, readonly Role[]> = {
  read: ['viewer', 'editor', 'admin'],
  edit: ['editor', 'admin'],
  admin: ['admin'],
  readSession: ['viewer', 'editor', 'admin'],
  adminSession: ['admin'],
}
const forMembers: [string, Endpoint][] = Object.entries(endpoints).filter(([, { access }]) => access in levels)

/** Ids that do not exist: access is checked before they are looked up. */
const nowhere = (path: string) => path.replace(/\{\w+\}/g, 'nobody')

for (const [operation, endpoint] of forMembers) {
  const allowed = levels[endpoint.access] ?? []
  test(`${operation} is for ${allowed.join(', ')}`, async () => {
    for (const role of roles) {
      const { status, body } = await members[role].send(endpoint.method, nowhere(endpoint.path), endpoint.body && {})
      if (allowed.includes(role)) expect(body?.error?.code, role).not.toBe('FORBIDDEN')
      else {
        expect({ status, code: body.error.code }, role).toEqual({ status: 403, code: 'FORBIDDEN' })
        expect(body.error.message).toBe(`This needs the role ${allowed.join(' or ')}; yours is ${role}.`)
      }
    }
  })
}

test('what changes flags, configs and proposals is for editors, the rest for admins', () => {
  const changing = forMembers.filter(([, { method }]) => method !== 'GET')
  const ofEditors = changing.filter(([, { access }]) => access === 'edit').map(([operation]) => operation)
  expect(ofEditors).toEqual(
    expect.arrayContaining([
      'createFlag',
      'updateFlag',
      'createFlagVersion',
      'createProposal',
      'approveProposal',
      'rejectProposal',
    ]),
  )
  const ofAdmins = changing
    .filter(([, { access }]) => access === 'admin' || access === 'adminSession')
    .map(([operation]) => operation)
  expect(ofAdmins).toEqual(
    expect.arrayContaining([
      'createProject',
      'createEnvironment',
      'updateEnvironment',
      'createApiKey',
      'revokeApiKey',
      'updateMember',
      'removeMember',
    ]),
  )
})

test('a session opens nothing that is the operator’s', async () => {
  const answer = await members.admin.get('/admin/v1/organizations')
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } })
})

test('one user proposes and another approves; nobody approves their own', async () => {
  await organization.protect('production')
  const flag = await organization.createFlag()
  const colleague = await server.newMember(organization, 'editor')
  const path = `${organization.at(flag.key, 'production')}/proposals`
  const { body: proposal } = await members.editor.post(path, config({ version: 0 }))
  expect(proposal.createdBy).toBe(members.editor.id)
  const own = await members.editor.post(`/v1/proposals/${proposal.id}/approve`, {})
  expect(own.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
  const approved = await colleague.post(`/v1/proposals/${proposal.id}/approve`, {})
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved', reviewedBy: colleague.id } })
})

test('a new role holds from the next request on', async () => {
  const member = await server.newMember(organization, 'editor')
  const change = () => member.patch(`${organization.base}/flags/nobody`, { name: 'x' })
  expect((await change()).status).toBe(404)
  await members.admin.patch(`/v1/members/${member.id}`, { role: 'viewer' })
  expect((await change()).status).toBe(403)
  expect((await member.get('/api/auth/session')).body.role).toBe('viewer')
})

test('who was removed is out with the next request, in every session', async () => {
  const member = await server.newMember(organization, 'editor')
  const other = await member.openSession()
  expect((await members.admin.delete(`/v1/members/${member.id}`)).status).toBe(200)
  expect((await member.get('/v1/projects')).status).toBe(401)
  expect((await server.send('GET', '/v1/projects', { headers: { cookie: other } })).status).toBe(401)
  const later = await member.openSession()
  expect((await server.send('GET', '/v1/projects', { headers: { cookie: later } })).status).toBe(401)
})
