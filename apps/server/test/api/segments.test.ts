import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('a segment is made with exactly the fields of its document, and read the same', async () => {
  const org = await server.newOrganization()
  const { status, body } = await org.post(`${org.base}/segments`, { key: 'beta', name: 'Beta users' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^seg_/),
    orgId: org.id,
    projectId: org.project.id,
    key: 'beta',
    name: 'Beta users',
    description: null,
    unit: null,
    archivedAt: null,
    createdAt: expect.any(String),
    versions: {},
  })
  expect((await org.get(`${org.base}/segments/beta`)).body).toEqual(body)
})

test('a segment can be of a unit of its own, and its key may be one that no flag may have', async () => {
  const org = await server.newOrganization()
  const fields = { key: 'stale', name: 'Stale', description: 'Companies', unit: 'companyId' }
  expect((await org.post(`${org.base}/segments`, fields)).body).toMatchObject(fields)
  expect((await org.get(`${org.base}/segments/stale`)).status).toBe(200)
})

test('making one is open on every plan, and written down', async () => {
  const org = await server.newOrganization('free')
  const segment = await org.createSegment({ key: 'beta', name: 'Beta' })
  const { body } = await org.get(`${org.base}/audit-log?action=segment.`)
  expect(body.items).toMatchObject([
    { action: 'segment.created', resourceType: 'segment', resourceId: segment.id, meta: { key: 'beta', name: 'Beta' } },
  ])
})

test.each([
  ['key', { key: 'no spaces' }],
  ['name', { name: '' }],
  ['unit', { unit: '' }],
  ['kind', { kind: 'list' }],
])('a bad %s is refused', async (path, fields) => {
  const org = await server.newOrganization()
  const { status, body } = await org.post(`${org.base}/segments`, { key: 'a', name: 'A', ...fields })
  expect(status).toBe(422)
  expect(JSON.stringify(body.error.details)).toContain(path)
})

test('a key is taken once in a project, archived or not, and free in another', async () => {
  const org = await server.newOrganization()
  await org.createSegment({ key: 'beta' })
  await org.patch(`${org.base}/segments/beta`, { archived: true })
  const again = await org.post(`${org.base}/segments`, { key: 'beta', name: 'Again' })
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  expect((await org.post(`/v1/projects/${other.id}/segments`, { key: 'beta', name: 'Beta' })).status).toBe(201)
  expect((await org.createFlag({ key: 'beta' })).key).toBe('beta')
})

test('metadata changes, key and unit do not, and what is new is written down', async () => {
  const org = await server.newOrganization()
  await org.createSegment({ key: 'beta', name: 'Beta' })
  const path = `${org.base}/segments/beta`
  const { status, body } = await org.patch(path, { name: 'Early', description: 'Those who asked' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ key: 'beta', name: 'Early', description: 'Those who asked', archivedAt: null })
  expect((await org.patch(path, { key: 'other' })).body.error.code).toBe('IMMUTABLE_FIELD')
  expect((await org.patch(path, { unit: 'companyId' })).body.error.code).toBe('IMMUTABLE_FIELD')
  expect((await org.patch(path, {})).status).toBe(422)
  const { body: archived } = await org.patch(path, { archived: true })
  expect(archived.archivedAt).toEqual(expect.any(String))
  await org.patch(path, { archived: true, name: 'Early' })
  expect((await org.patch(path, { archived: false })).body.archivedAt).toBeNull()
  const { body: log } = await org.get(`${org.base}/audit-log?action=segment.updated`)
  expect(log.items.map(({ meta }: { meta: object }) => meta)).toEqual([
    { archivedAt: null },
    { archivedAt: archived.archivedAt },
    { name: 'Early', description: 'Those who asked' },
  ])
})

test('a list has counts instead of ids; one that is read has the ids', async () => {
  const org = await server.newOrganization()
  const { key } = await org.saveSegment({ included: ['ada', 'bob'], excluded: ['eve'], rules: [{ id: 'all' }] })
  const [{ versions }] = await org.walk(`${org.base}/segments`)
  const environmentId = org.environmentId('development')
  expect(versions).toEqual({
    [environmentId]: {
      id: expect.stringMatching(/^segv_/),
      version: 1,
      config: {
        version: 1,
        includedCount: 2,
        excludedCount: 1,
        rules: [{ id: 'all', name: '', enabled: true, conditionOperator: 'AND', conditions: [] }],
      },
      createdAt: expect.any(String),
    },
  })
  const { body } = await org.get(`${org.base}/segments/${key}`)
  expect(body.versions[environmentId].config).toMatchObject({ included: ['ada', 'bob'], excluded: ['eve'] })
})

test("another organization's segment is not found, whatever is done with it", async () => {
  const org = await server.newOrganization()
  const stranger = await server.newOrganization()
  const { key } = await org.saveSegment()
  const paths = [`${org.base}/segments/${key}`, org.segmentAt(key), `${org.segmentAt(key)}/versions`]
  for (const path of paths) {
    for (const method of ['GET', 'PATCH', 'PUT', 'POST']) {
      const { status } = await stranger.send(method, path, method === 'GET' ? undefined : {})
      expect([404, 405]).toContain(status)
    }
  }
})

test('a viewer reads segments, an editor saves them, and a key needs the scope', async () => {
  const org = await server.newOrganization()
  const { key } = await org.saveSegment()
  const viewer = await server.newMember(org, 'viewer')
  const editor = await server.newMember(org, 'editor')
  expect((await viewer.send('GET', `${org.base}/segments/${key}`)).status).toBe(200)
  expect((await viewer.send('PUT', org.segmentAt(key), { version: 2 })).status).toBe(403)
  expect((await editor.send('PUT', org.segmentAt(key), { version: 2 })).status).toBe(201)
  const { key: reader } = await org.createKey({ scopes: ['read'] })
  expect((await org.get(`${org.base}/segments`, reader)).status).toBe(200)
  expect((await org.post(`${org.base}/segments`, { key: 'b', name: 'B' }, reader)).status).toBe(403)
})
