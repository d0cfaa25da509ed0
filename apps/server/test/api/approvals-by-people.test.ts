import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ approvals: 'people' })

test('with BUNTING_APPROVALS=people a key approves nothing, whatever else is wrong; people do', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const other = await org.createKey()
  const path = `${org.at(flag.key, 'production')}/proposals`
  const { body: proposal } = await org.post(path, config({ version: 0 }))
  const forbidden = {
    status: 403,
    body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('signed-in people') } },
  }
  expect(await org.post(`/v1/proposals/${proposal.id}/approve`, {}, other.key)).toMatchObject(forbidden)
  expect(await org.post('/v1/proposals/prop_nobody/approve', { unknown: 1 }, other.key)).toMatchObject(forbidden)
  const waiting = '/v1/proposals/waiting'
  expect((await org.get(waiting, other.key)).body).toEqual({ items: [], nextCursor: null, hasMore: false, total: 0 })
  const bob = await server.newMember(org, 'editor')
  expect((await bob.get(waiting)).body.items).toMatchObject([{ id: proposal.id }])
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
})

test('and keys go on rejecting', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const other = await org.createKey()
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  expect((await org.post(`/v1/proposals/${proposal.id}/reject`, {}, other.key)).status).toBe(200)
})
