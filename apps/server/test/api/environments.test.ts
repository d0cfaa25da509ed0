import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('an environment is created, read and listed with exactly its fields', async () => {
  const org = await server.newOrganization()
  const fields = { name: 'Preview', slug: 'preview', color: '#aabbcc', protected: true }
  const created = await org.post(`${org.base}/environments`, fields)
  expect(created.status).toBe(201)
  expect(created.body).toEqual({ id: expect.stringMatching(/^env_/), ...fields })
  expect((await org.get(`${org.base}/environments/${created.body.id}`)).body).toEqual(created.body)
  const slugs = (await org.walk(`${org.base}/environments`, 2)).map((environment) => environment.slug)
  expect(slugs).toEqual(['preview', 'development', 'staging', 'production'])
})

test('a slug is unique in its project', async () => {
  const org = await server.newOrganization()
  const answer = await org.post(`${org.base}/environments`, { name: 'Again', slug: 'staging' })
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('a colour is six hexadecimal digits', async () => {
  const org = await server.newOrganization()
  for (const color of ['red', '#abc', '#12345g', 'javascript:alert(1)']) {
    const answer = await org.post(`${org.base}/environments`, { name: 'E', slug: 'e', color })
    expect(answer.body.error.details).toEqual([{ path: 'color', message: 'must be a colour such as #15877A' }])
  }
})

test('an update changes what it names, and the audit entry says just that', async () => {
  const org = await server.newOrganization()
  const id = org.environmentId('staging')
  const { status, body } = await org.patch(`${org.base}/environments/${id}`, { name: 'Stage', color: '#C98F12' })
  expect(status).toBe(200)
  expect(body).toEqual({ id, name: 'Stage', slug: 'staging', color: '#C98F12', protected: false })
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${id}`)
  expect(entry).toMatchObject({ action: 'environment.updated', resourceType: 'environment', meta: { name: 'Stage' } })
  expect(Object.keys(entry.meta)).toEqual(['name'])
})

test('an update that changes nothing leaves no trace, and one that names nothing is refused', async () => {
  const org = await server.newOrganization()
  const id = org.environmentId('staging')
  expect((await org.patch(`${org.base}/environments/${id}`, { protected: false })).status).toBe(200)
  expect(await org.walk(`${org.base}/audit-log?resourceId=${id}`)).toEqual([])
  expect((await org.patch(`${org.base}/environments/${id}`, {})).status).toBe(422)
  expect((await org.patch(`${org.base}/environments/${id}`, { slug: 'new' })).status).toBe(422)
})

test('taking the protection off rejects the pending proposals, each with its audit entry', async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  const proposals = []
  for (let made = 0; made < 3; made++) {
    const flag = await org.createFlag()
    proposals.push((await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))).body)
  }
  await org.protect('production', false)
  for (const proposal of proposals) {
    const { body } = await org.get(`/v1/proposals/${proposal.id}`)
    expect(body).toMatchObject({ status: 'rejected', reviewNote: expect.stringContaining('no longer protected') })
    const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${proposal.id}`)
    expect(entry).toMatchObject({ action: 'flag.proposal.rejected', meta: { envId: org.environmentId('production') } })
  }
})
