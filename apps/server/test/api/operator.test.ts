import { expect, test } from 'vitest'
import { openSecrets } from '../../src/http/auth/secrets.ts'
import { managementApp } from '../../src/management/app.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const operate = (method: string, path: string, body?: unknown) =>
  server.send(method, `/admin/v1/organizations${path}`, { key: adminToken, ...(body === undefined ? {} : { body }) })

test('a new organization comes with a project, its environments and a server key that works', async () => {
  const { status, body } = await operate('POST', '', { name: 'Acme', plan: 'pro' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.stringMatching(/^org_/), name: 'Acme', plan: 'pro' })
  expect(Object.keys(body).sort()).toEqual(['id', 'key', 'name', 'plan', 'project'])
  expect(body.project.environments).toHaveLength(3)
  const projects = await server.send('GET', '/v1/projects', { key: body.key })
  expect(projects.body.items).toEqual([expect.objectContaining({ id: body.project.id, slug: 'default' })])
})

test('organizations are listed newest first, and changed', async () => {
  const { body: first } = await operate('POST', '', { name: 'First', plan: 'free' })
  const { body: second } = await operate('POST', '', { name: 'Second', plan: 'free' })
  const { body: list } = await operate('GET', '?limit=2')
  expect(list.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  const changed = await operate('PATCH', `/${first.id}`, { plan: 'enterprise' })
  expect(changed).toMatchObject({ status: 200, body: { id: first.id, name: 'First', plan: 'enterprise' } })
  expect((await operate('PATCH', `/${first.id}`, { plan: 'gold' })).status).toBe(422)
  expect((await operate('PATCH', `/${first.id}`, {})).status).toBe(422)
  expect((await operate('PATCH', '/org_nobody', { plan: 'pro' })).status).toBe(404)
})

test('only the token opens it', async () => {
  const org = await server.newOrganization()
  expect((await server.send('GET', '/admin/v1/organizations')).body.error.code).toBe('UNAUTHORIZED')
  expect((await org.get('/admin/v1/organizations')).body.error.code).toBe('INVALID_API_KEY')
  expect((await server.send('GET', '/v1/projects', { key: adminToken })).status).toBe(401)
})

test('any of several tokens opens it, so that one can be replaced by another', async () => {
  const [old, next] = ['o'.repeat(32), 'n'.repeat(40)] as const
  const app = managementApp({ ...server.deps, adminTokens: openSecrets([old, next]) }, { checks: {} })
  const statuses = [old, next, adminToken, `${old},${next}`, ''].map(async (token) => {
    const response = await app.request('/admin/v1/organizations', { headers: { authorization: `Bearer ${token}` } })
    return response.status
  })
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401, 401])
})

test('without a token it is not there', async () => {
  const app = managementApp({ ...server.deps, adminTokens: undefined }, { checks: {} })
  for (const init of [{}, { headers: { authorization: `Bearer ${adminToken}` } }]) {
    const response = await app.request('/admin/v1/organizations', init)
    expect(response.status).toBe(404)
  }
})

test('a database that is no file of its own is backed up by its own means', async () => {
  const { status, body } = await server.send('GET', '/admin/v1/backup', { key: adminToken })
  expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'CONFLICT' })
  expect(body.error.message).toContain('pg_dump')
  const org = await server.newOrganization()
  expect((await org.get('/admin/v1/backup')).status).toBe(401)
})
