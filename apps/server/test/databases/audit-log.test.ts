import { expect, test } from 'vitest'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

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

test('entries are narrowed by who did them, how the action begins, and the environment', async () => {
  const org = await server.newOrganization()
  const first = await org.createFlag()
  const { id, key } = await org.createKey({}, 'staging')
  const { body: second } = await org.post(`${org.base}/flags`, { key: 'by-key', name: 'By key', type: 'boolean' }, key)
  await org.put(org.at(first.key, 'staging'), config())
  await org.patch(`${org.base}/environments/${org.environmentId('staging')}`, { name: 'Stage' })
  await org.put(org.at(first.key), config())
  const asked = async (query: string) =>
    (await org.walk(`${org.base}/audit-log?${query}`, 2)).map(({ action, resourceId }) => `${action} ${resourceId}`)
  expect(await asked(`actorId=${id}`)).toEqual([`flag.created ${second.id}`])
  expect(await asked('actorId=nobody')).toEqual([])
  expect(await asked('action=flag.created')).toEqual([`flag.created ${second.id}`, `flag.created ${first.id}`])
  expect((await asked('action=flag')).map((text) => text.split(' ')[0])).toEqual([
    'flag.version.created',
    'flag.version.created',
    'flag.created',
    'flag.created',
  ])
  expect(await asked('action=flag.v')).toHaveLength(2)
  for (const none of ['nothing', 'FLAG', 'lag.created', 'flag.created.x', '%25', 'flag_created']) {
    expect(await asked(`action=${none}`), none).toEqual([])
  }
  expect(await asked(`action=flag.created&actorId=${id}`)).toEqual([`flag.created ${second.id}`])
  const staging = org.environmentId('staging')
  expect((await asked(`environmentId=${staging}`)).map((text) => text.split(' ')[0])).toEqual([
    'environment.updated',
    'flag.version.created',
    'api_key.created',
  ])
  expect(await asked(`environmentId=${staging}&action=flag`)).toHaveLength(1)
})

test('an environment that is not the project’s is not found', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  for (const id of [other.environmentId('staging'), 'env_nobody']) {
    expect((await org.get(`${org.base}/audit-log?environmentId=${id}`)).status).toBe(404)
  }
})

test('what concerns the organization is in every project’s log, between that project’s own', async () => {
  const org = await server.newOrganization()
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const rename = (name: string) =>
    server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { name } })
  for (let made = 0; made < 6; made++) {
    await org.createFlag()
    await rename(`Name ${made}`)
    await org.post(`/v1/projects/${other.id}/flags`, { key: `other-${made}`, name: 'Other', type: 'boolean' })
  }
  for (const base of [org.base, `/v1/projects/${other.id}`]) {
    const whole = (await org.walk(`${base}/audit-log`)).map(({ id }) => id)
    expect(whole.length).toBeGreaterThanOrEqual(13)
    for (const limit of [1, 2, 3, 5, 7]) {
      expect((await org.walk(`${base}/audit-log`, limit)).map(({ id }) => id)).toEqual(whole)
    }
    const changes = await org.walk(`${base}/audit-log?action=organization`, 2)
    expect(changes.map(({ meta }) => meta.name)).toEqual([5, 4, 3, 2, 1, 0].map((at) => `Name ${at}`))
    expect(changes[0]).toMatchObject({ actorId: 'operator', actorType: 'user', resourceType: 'organization' })
  }
  const [mine, theirs] = [await org.walk(`${org.base}/audit-log`), await org.walk(`/v1/projects/${other.id}/audit-log`)]
  const shared = mine.filter(({ id }) => theirs.some((entry) => entry.id === id))
  expect(shared).toHaveLength(6)
})

test('the operator’s change of an organization is written down with what changed and from where', async () => {
  const org = await server.newOrganization('pro')
  const change = (body: object) =>
    server.send('PATCH', `/admin/v1/organizations/${org.id}`, {
      key: adminToken,
      body,
      headers: { 'user-agent': `Operator\t ${'x'.repeat(400)}` },
    })
  await change({ plan: 'free', name: 'Test' })
  await change({ plan: 'free' })
  const entries = await org.walk(`${org.base}/audit-log?resourceType=organization`)
  expect(entries.map(({ meta }) => meta)).toEqual([{ plan: 'free', userAgent: `Operator ${'x'.repeat(291)}` }])
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
