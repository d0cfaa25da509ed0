import { type Endpoint, endpoints, type Role, roles } from '@bunting/contract'
import { expect, test } from 'vitest'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { laterStep, openFlag } from './support/schedules.ts'

const server = await startTestServer()
const organization = await server.newOrganization()
const admin = await server.newMember(organization, 'admin')
const { body: other } = await organization.post('/v1/projects', { name: 'Other', slug: 'other' })
await organization.protect('production')
const { key: flagKey } = await organization.createFlag()
const proposals = `${organization.at(flagKey, 'production')}/proposals`
const { body: proposal } = await organization.post(proposals, config({ version: 0 }))

const { body: schedule } = await organization.post(`${(await openFlag(organization)).path}/schedules`, {
  steps: [laterStep()],
})

const { body: experiment } = await (await experimentsOf(organization).openSplit()).create()

/** A member with a role in the organization, and other roles in some of its projects. */
const newMember = async (role: Role, projects?: Record<string, Role>) => {
  const member = await server.newMember(organization, role)
  if (projects) expect((await admin.patch(`/v1/members/${member.id}`, { projects })).status).toBe(200)
  return member
}
const inTheProject = (role: Role) => ({ [organization.project.id]: role })

/** Members with every combination of a role in the organization and one in the project. */
const people = await Promise.all(
  roles.flatMap((role) => roles.map(async (own) => ({ role, own, member: await newMember(role, inTheProject(own)) }))),
)

const least: Record<string, Role> = { read: 'viewer', edit: 'editor', admin: 'admin' }
const forMembers: [string, Endpoint][] = Object.entries(endpoints).filter(([, { access }]) => access in least)
const isAllowed = (role: Role, access: string) => roles.indexOf(role) >= roles.indexOf(least[access] as Role)

/**
 * Into the project, the proposal, the schedule and the experiment that there are, and otherwise to nothing: only the schedule
 * is steered. Without analytics no experiment starts.
 */
const path = (template: string, projectId = organization.project.id) =>
  template
    .replace('{projectId}', projectId)
    .replace('{proposalId}', proposal.id)
    .replace('{scheduleId}', schedule.id)
    .replace('{experimentId}', experiment.id)
    .replace(/\{\w+\}/g, 'nobody')

/** Sends an invalid body, since access is checked before it is read. */
const ask = async (member: (typeof people)[0]['member'], { method, body }: Endpoint, address: string) => {
  const answer = await member.send(method, address, body && { nothing: 'of the kind' })
  return answer.status === 403 && answer.body.error.code === 'FORBIDDEN' ? 'forbidden' : 'allowed'
}

for (const [operation, endpoint] of forMembers) {
  const isInProject = /\{(project|proposal|schedule|experiment)Id\}/.test(endpoint.path)
  test(`${operation} goes by the role in the ${isInProject ? 'project' : 'organization'}`, async () => {
    for (const { role, own, member } of people) {
      const expected = isAllowed(isInProject ? own : role, endpoint.access) ? 'allowed' : 'forbidden'
      expect(await ask(member, endpoint, path(endpoint.path)), `${role}, in the project ${own}`).toBe(expected)
    }
  })

  if (!isInProject) continue
  test(`${operation} goes by the role in the organization elsewhere`, async () => {
    for (const { role, own, member } of people.filter((one) => one.role !== one.own)) {
      const expected = isAllowed(role, endpoint.access) ? 'allowed' : 'forbidden'
      const elsewhere = [path(endpoint.path, other.id), path(endpoint.path, 'proj_nobody')]
      const addresses = endpoint.path.includes('{projectId}')
        ? elsewhere
        : [endpoint.path.replace(/\{\w+\}/, 'prop_nobody')]
      for (const address of addresses) {
        expect(await ask(member, endpoint, address), `${role}, in the project ${own}`).toBe(expected)
      }
    }
  })
}

test('who is an editor in the project alone reviews its proposals', async () => {
  const { body: mine } = await organization.post(
    `${organization.at((await organization.createFlag()).key, 'production')}/proposals`,
    config({ version: 0 }),
  )
  const editor = await newMember('viewer', inTheProject('editor'))
  expect((await editor.post(`/v1/proposals/${mine.id}/approve`, {})).status).toBe(200)
})

test('everybody sees every project, whatever their roles are', async () => {
  const viewer = await newMember('viewer', { [other.id]: 'admin' })
  const { body } = await viewer.get('/v1/projects')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([other.id, organization.project.id])
})

test('roles in projects are shown where there are any, to the member too', async () => {
  const member = await newMember('viewer', { [other.id]: 'admin', ...inTheProject('editor') })
  const projects = { [other.id]: 'admin', ...inTheProject('editor') }
  const list = await organization.walk('/v1/members')
  expect(list.find(({ id }) => id === member.id)?.projects).toEqual(projects)
  expect((await member.get('/api/auth/session')).body).toMatchObject({ role: 'viewer', projects })
  expect(list.find(({ id }) => id === admin.id)).not.toHaveProperty('projects')
  expect((await admin.get('/api/auth/session')).body).not.toHaveProperty('projects')
})

test('a role in a project is changed and taken away by itself, and the logs say what changed', async () => {
  const member = await newMember('viewer', { [other.id]: 'admin', ...inTheProject('editor') })
  const patch = async (body: object) => (await admin.patch(`/v1/members/${member.id}`, body)).body
  expect(await patch({ projects: { [other.id]: 'viewer' } })).toMatchObject({
    role: 'viewer',
    projects: { [other.id]: 'viewer', ...inTheProject('editor') },
  })
  expect(await patch({ role: 'editor', projects: { [other.id]: null, ...inTheProject('editor') } })).toEqual({
    id: member.id,
    name: 'Ada',
    email: expect.stringContaining('@example.com'),
    role: 'editor',
    projects: inTheProject('editor'),
    createdAt: expect.any(String),
  })
  expect(await patch({ projects: { [organization.project.id]: null } })).not.toHaveProperty('projects')
  expect(await patch({ role: 'editor', projects: { [other.id]: null } })).not.toHaveProperty('projects')
  for (const base of [organization.base, `/v1/projects/${other.id}`]) {
    const entries = await organization.walk(`${base}/audit-log?resourceId=${member.id}`)
    expect(entries.map(({ action, actorId, meta }) => [action, actorId, meta])).toEqual([
      ['member.updated', admin.id, { name: 'Ada', projects: { [organization.project.id]: null } }],
      ['member.updated', admin.id, { name: 'Ada', role: 'editor', projects: { [other.id]: null } }],
      ['member.updated', admin.id, { name: 'Ada', projects: { [other.id]: 'viewer' } }],
      ['member.updated', admin.id, { name: 'Ada', projects: { [other.id]: 'admin', ...inTheProject('editor') } }],
    ])
  }
})

test('a role in a project holds from the next request on', async () => {
  const member = await newMember('editor')
  const change = async () => (await member.patch(`${organization.base}/flags/nobody`, { name: 'x' })).status
  expect(await change()).toBe(404)
  await admin.patch(`/v1/members/${member.id}`, { projects: inTheProject('viewer') })
  expect(await change()).toBe(403)
  await admin.patch(`/v1/members/${member.id}`, { projects: { [organization.project.id]: null } })
  expect(await change()).toBe(404)
})

test('an admin of a project changes no members, and counts for no last admin', async () => {
  const elsewhere = await server.newOrganization()
  const [last, local] = [await server.newMember(elsewhere, 'admin'), await server.newMember(elsewhere, 'viewer')]
  await last.patch(`/v1/members/${local.id}`, { projects: { [elsewhere.project.id]: 'admin' } })
  expect((await local.patch(`/v1/members/${local.id}`, { role: 'admin' })).status).toBe(403)
  expect((await last.patch(`/v1/members/${last.id}`, { role: 'viewer' })).status).toBe(409)
  const own = await last.patch(`/v1/members/${last.id}`, { projects: { [elsewhere.project.id]: 'viewer' } })
  expect(own.status).toBe(200)
})

test('a project of another organization, or none, is a 404, and nothing of the change happens', async () => {
  const elsewhere = await server.newOrganization()
  const member = await newMember('viewer')
  for (const id of [elsewhere.project.id, 'proj_nobody', 'constructor', '', ' ']) {
    const body = { role: 'admin', projects: { ...inTheProject('admin'), [id]: 'admin' } }
    expect(await admin.patch(`/v1/members/${member.id}`, body), id).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  }
  const { body } = await member.get('/api/auth/session')
  expect(body.role).toBe('viewer')
  expect(body).not.toHaveProperty('projects')
})

test('what is no role in a project is refused', async () => {
  const { id } = await newMember('viewer')
  const tooMany = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`proj_${at}`, 'viewer']))
  for (const projects of [{}, [], null, 'admin', inTheProject('owner' as Role), { x: undefined, y: {} }, tooMany]) {
    expect((await admin.patch(`/v1/members/${id}`, { projects })).status).toBe(422)
  }
  const proto = `{"projects":{"__proto__":"admin"}}`
  expect([404, 422]).toContain((await admin.send('PATCH', `/v1/members/${id}`, proto)).status)
})

test('who was removed has no roles left, and comes back only by one in the organization', async () => {
  const member = await newMember('viewer', inTheProject('admin'))
  await admin.delete(`/v1/members/${member.id}`)
  const back = await admin.patch(`/v1/members/${member.id}`, { projects: inTheProject('admin') })
  expect(back).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  const { body } = await admin.patch(`/v1/members/${member.id}`, { role: 'viewer' })
  expect(body).not.toHaveProperty('projects')
})

test('a role in a project is of its own organization', async () => {
  const elsewhere = await server.newOrganization()
  const member = await newMember('viewer', inTheProject('admin'))
  expect((await member.get(`/v1/projects/${elsewhere.project.id}/environments`)).status).toBe(404)
})

test('a key does in a project what its person may do there', async () => {
  const member = await newMember('admin', inTheProject('viewer'))
  const keys = `/v1/projects/${other.id}/environments/${other.environments[0].id}/api-keys`
  const { key } = (await member.post(keys, { type: 'server', description: 'Anywhere' })).body
  const flag = { key: 'by-a-key', name: 'By a key', type: 'boolean' }
  expect((await organization.post(`/v1/projects/${other.id}/flags`, flag, key)).status).toBe(201)
  expect(await organization.post(`${organization.base}/flags`, flag, key)).toMatchObject({
    status: 403,
    body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('edit') } },
  })
  expect((await organization.get(`${organization.base}/flags`, key)).status).toBe(200)
  const scopesIn = async (base: string) => (await organization.get(`${base}/api-key`, key)).body.scopes
  expect(await scopesIn(organization.base)).toEqual(['evaluate', 'telemetry', 'read'])
  expect(await scopesIn(`/v1/projects/${other.id}`)).toContain('edit')
  expect((await member.get(`${organization.base}/api-key`)).status).toBe(404)
  expect((await organization.post(`/v1/proposals/${proposal.id}/reject`, {}, key)).status).toBe(403)
})

test('an admin of a project alone makes no key that reaches beyond it', async () => {
  const member = await newMember('viewer', inTheProject('admin'))
  const keys = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
  const body = { type: 'server', description: 'Everywhere' }
  expect(await member.post(keys, body)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  expect((await member.post(keys, { ...body, scopes: ['evaluate', 'telemetry', 'read'] })).status).toBe(201)
})
