import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { logged, openFlag, openProtected } from '../api/support/schedules.ts'

const server = await startTestServer()
const times = Array.from({ length: 5 }, (_, at) => at)

test('of several that are made at once there is one', async () => {
  const org = await server.newOrganization()
  const { create, path } = await openFlag(org)
  const answers = await Promise.all(times.map(() => create()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  expect(await org.walk(`${path}/schedules`)).toHaveLength(1)
})

test('approved and cancelled at once, it ends as cancelled, whoever was first', async () => {
  for (const _ of times) {
    const { org, create, approve } = await openProtected(server)
    const { body } = await create()
    const [approved, cancelled] = await Promise.all([
      approve(body.proposalId),
      org.post(`/v1/schedules/${body.id}/cancel`),
    ])
    expect(cancelled.status).toBe(200)
    expect([200, 409]).toContain(approved.status)
    expect((await org.get(`/v1/schedules/${body.id}`)).body.status).toBe('cancelled')
    const { body: proposal } = await org.get(`/v1/proposals/${body.proposalId}`)
    expect(proposal.status).toBe(approved.status === 200 ? 'approved' : 'rejected')
  }
})

test('paused by hand while a config is saved, it is paused once', async () => {
  const org = await server.newOrganization()
  for (const _ of times) {
    const { create, path } = await openFlag(org)
    const { body } = await create()
    const [paused, saved] = await Promise.all([
      org.post(`/v1/schedules/${body.id}/pause`),
      org.put(path, config({ version: 2 })),
    ])
    expect(saved.status).toBe(201)
    expect([200, 409]).toContain(paused.status)
    expect((await org.get(`/v1/schedules/${body.id}`)).body.status).toBe('paused')
    const entries = (await logged(org, 'schedule.paused')).filter(({ resourceId }) => resourceId === body.id)
    expect(entries).toHaveLength(1)
  }
})

test('none outlives the key that makes it, revoked in the same moment', async () => {
  const org = await server.newOrganization()
  for (const _ of times) {
    const { create, path } = await openFlag(org)
    const { key, id } = await org.createKey()
    const revoke = () => org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)
    await Promise.all([create({}, key), revoke()])
    const left = await org.walk(`${path}/schedules`)
    expect(left.filter(({ status }) => status !== 'cancelled')).toEqual([])
  }
})

test('nor the person, removed in the same moment, and what waits is rejected', async () => {
  const { org, create: _create, path } = await openProtected(server)
  const admin = await server.newMember(org, 'admin')
  for (const _ of times) {
    const member = await server.newMember(org, 'editor')
    const steps = [{ after: 3_600, change: { enabled: false } }]
    await Promise.all([member.post(`${path}/schedules`, { steps }), admin.delete(`/v1/members/${member.id}`)])
    const left = await org.walk(`${path}/schedules`)
    expect(left.filter(({ status }) => status !== 'cancelled')).toEqual([])
    expect(await org.walk(`${path}/proposals?status=pending`)).toEqual([])
  }
})
