import { expect, test } from 'vitest'
import { config } from '../../src/testing/test-organization.ts'
import { adminToken, startTestServer } from '../../src/testing/test-server.ts'

const server = await startTestServer()
const dayMs = 24 * 60 * 60 * 1_000

test('every management action leaves an entry with its meta', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ key: 'audited', name: 'Audited' })
  const staging = org.environmentId('staging')
  const { body: environment } = await org.post(`${org.base}/environments`, { name: 'Preview', slug: 'preview' })
  await org.patch(`${org.base}/environments/${staging}`, { protected: true })
  await org.patch(`${org.base}/flags/audited`, { clientSafe: true })
  const { body: version } = await org.put(org.at('audited'), config())
  const { body: proposal } = await org.post(`${org.at('audited', 'staging')}/proposals`, config({ version: 0 }))
  await org.post(`/v1/proposals/${proposal.id}/reject`)
  const entries = (await org.walk(`${org.base}/audit-log`)).reverse()
  const where = { envId: staging, environmentId: staging }
  expect(
    entries.slice(2).map(({ action, resourceType, resourceId, meta }) => [action, resourceType, resourceId, meta]),
  ).toEqual([
    ['flag.created', 'flag', flag.id, { key: 'audited', name: 'Audited', type: 'boolean' }],
    ['environment.created', 'environment', environment.id, { name: 'Preview', slug: 'preview' }],
    ['environment.updated', 'environment', staging, { protected: true }],
    ['flag.updated', 'flag', flag.id, { clientSafe: true }],
    ['flag.version.created', 'flag_version', version.id, { flagKey: 'audited', ...development(org), version: 1 }],
    ['flag.proposal.created', 'proposal', proposal.id, { flagKey: 'audited', ...where }],
    ['flag.proposal.rejected', 'proposal', proposal.id, where],
  ])
  expect(entries[0]).toMatchObject({ action: 'project.created', meta: { name: 'Default', slug: 'default' } })
})

const development = (org: { environmentId: (slug: string) => string }) => {
  const id = org.environmentId('development')
  return { envId: id, environmentId: id }
}

test('entries are narrowed by the type and id of the resource', async () => {
  const org = await server.newOrganization()
  const first = await org.createFlag()
  await org.createFlag()
  expect(await org.walk(`${org.base}/audit-log?resourceType=flag`, 1)).toHaveLength(2)
  expect(await org.walk(`${org.base}/audit-log?resourceId=${first.id}`)).toHaveLength(1)
  expect(await org.walk(`${org.base}/audit-log?resourceType=api_key&resourceId=${first.id}`)).toEqual([])
  expect(await org.walk(`${org.base}/audit-log?resourceType=nothing`)).toEqual([])
})

test('what was refused leaves no entry', async () => {
  const org = await server.newOrganization()
  const before = await org.walk(`${org.base}/audit-log`)
  await org.post(`${org.base}/flags`, { key: 'x' })
  await org.post(`${org.base}/environments`, { name: 'Again', slug: 'staging' })
  await org.put(org.at('nobody'), config())
  expect(await org.walk(`${org.base}/audit-log`)).toEqual(before)
})

test('the Free plan sees the last 7 days, the others everything', async () => {
  const org = await server.newOrganization('free')
  await org.createFlag()
  server.moveClock(6.9 * dayMs)
  expect(await org.walk(`${org.base}/audit-log?resourceType=flag`)).toHaveLength(1)
  server.moveClock(0.2 * dayMs)
  expect(await org.walk(`${org.base}/audit-log`)).toEqual([])
  await org.createFlag()
  expect(await org.walk(`${org.base}/audit-log`)).toHaveLength(1)
  await server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan: 'pro' } })
  expect(await org.walk(`${org.base}/audit-log?resourceType=flag`)).toHaveLength(2)
})

test('actors have names, and unknown or foreign ones are left out', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  const key = await org.createKey({ description: 'Release pipeline' })
  const foreign = await other.createKey()
  const { status, body } = await org.get(`/v1/actors?ids=${key.id},${foreign.id},key_nobody,${key.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ items: [{ id: key.id, type: 'api_key', name: 'Release pipeline' }] })
  expect((await org.get('/v1/actors')).status).toBe(422)
  expect((await org.get('/v1/actors?ids=')).status).toBe(422)
  expect((await org.get(`/v1/actors?ids=${Array.from({ length: 101 }, (_, at) => `key_${at}`)}`)).status).toBe(422)
})
