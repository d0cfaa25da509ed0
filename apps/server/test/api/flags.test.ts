import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('a new flag has no versions, and every field of the document', async () => {
  const org = await server.newOrganization()
  const { status, body } = await org.post(`${org.base}/flags`, {
    key: 'new-checkout',
    name: 'New checkout',
    type: 'boolean',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^flag_/),
    orgId: org.id,
    projectId: org.project.id,
    key: 'new-checkout',
    name: 'New checkout',
    description: null,
    type: 'boolean',
    clientSafe: false,
    archivedAt: null,
    createdAt: expect.any(String),
    versions: {},
  })
  expect((await org.get(`${org.base}/flags/new-checkout`)).body).toEqual(body)
})

test('a key is unique in its project, also where an archived flag has it', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  const answer = await org.post(`${org.base}/flags`, { key: flag.key, name: 'Again', type: 'string' })
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('a flag and a list of flags show the latest version of each environment', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.createFlag()
  for (const version of [1, 2]) await org.put(org.at(flag.key, 'staging'), config({ version }))
  await org.put(org.at(flag.key, 'production'), config({ defaultValue: true }))
  const { body } = await org.get(`${org.base}/flags/${flag.key}`)
  expect(body.versions).toEqual({
    [org.environmentId('staging')]: {
      id: expect.stringMatching(/^fv_/),
      version: 2,
      config: config({ version: 2 }),
      createdAt: expect.any(String),
    },
    [org.environmentId('production')]: {
      id: expect.stringMatching(/^fv_/),
      version: 1,
      config: config({ defaultValue: true }),
      createdAt: expect.any(String),
    },
  })
  const listed = await org.walk(`${org.base}/flags`)
  expect(listed.map((one) => Object.keys(one.versions).length)).toEqual([0, 2])
  expect(listed[1]).toEqual(body)
})

test('an update changes metadata, and answers with the seven fields of the document', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.patch(`${org.base}/flags/${flag.key}`, {
    name: 'New',
    description: 'Why',
    clientSafe: true,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    id: flag.id,
    key: flag.key,
    name: 'New',
    type: 'boolean',
    clientSafe: true,
    archivedAt: null,
    createdAt: flag.createdAt,
  })
  expect((await org.get(`${org.base}/flags/${flag.key}`)).body.description).toBe('Why')
  await org.patch(`${org.base}/flags/${flag.key}`, { description: null })
  expect((await org.get(`${org.base}/flags/${flag.key}`)).body.description).toBe(null)
})

test('key and type never change', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  for (const change of [{ key: 'other' }, { type: 'string' }, { key: flag.key }, { name: 'x', type: 'boolean' }]) {
    const answer = await org.patch(`${org.base}/flags/${flag.key}`, change)
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'IMMUTABLE_FIELD' } } })
  }
  expect((await org.get(`${org.base}/flags/${flag.key}`)).body).toEqual(flag)
})

test('an empty update is refused, and one that changes nothing leaves no trace', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  expect((await org.patch(`${org.base}/flags/${flag.key}`, {})).status).toBe(422)
  expect((await org.patch(`${org.base}/flags/${flag.key}`, { name: flag.name, archived: false })).status).toBe(200)
  const entries = await org.walk(`${org.base}/audit-log?resourceId=${flag.id}`)
  expect(entries.map((entry) => entry.action)).toEqual(['flag.created'])
})

test('archiving keeps when it was done, and is taken back', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const first = await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect(Date.parse(first.body.archivedAt)).toBeGreaterThan(0)
  const again = await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect(again.body.archivedAt).toBe(first.body.archivedAt)
  const back = await org.patch(`${org.base}/flags/${flag.key}`, { archived: false })
  expect(back.body.archivedAt).toBe(null)
  const entries = await org.walk(`${org.base}/audit-log?resourceId=${flag.id}`)
  expect(entries.map((entry) => entry.meta)).toEqual([
    { archivedAt: null },
    { archivedAt: first.body.archivedAt },
    { key: flag.key, name: flag.name, type: 'boolean' },
  ])
})
