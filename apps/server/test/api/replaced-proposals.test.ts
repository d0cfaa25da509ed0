import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** A flag with a proposal by Ada for production, which is protected. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const ada = await server.newMember(org, 'admin')
  const path = `${org.at(flag.key, 'production')}/proposals`
  const { body: first } = await ada.post(path, config({ version: 0 }))
  const better = (fields: object = {}) => config({ version: 0, defaultValue: true, replaces: first.id, ...fields })
  return { org, flag, ada, path, first, better }
}

test('a proposal replaces an earlier one of its proposer, who rejects that with it', async () => {
  const { org, flag, ada, path, first, better } = await open()
  const { status, body: second } = await ada.post(path, better({ comment: 'True, of course' }))
  expect(status).toBe(202)
  expect(second).toMatchObject({ status: 'pending', replaces: first.id, proposedConfig: { defaultValue: true } })
  expect(second.proposedConfig).not.toHaveProperty('replaces')
  const { body: old } = await ada.get(`/v1/proposals/${first.id}`)
  const note = `Replaced by ${second.id}`
  expect(old).toMatchObject({ status: 'rejected', reviewedBy: ada.id, reviewNote: note })
  expect(old).not.toHaveProperty('replaces')
  const listed = await org.walk(path)
  expect(listed).toMatchObject([{ id: second.id, replaces: first.id }, { id: first.id }])
  const [created, rejected] = await org.walk(`${org.base}/audit-log?resourceType=proposal`)
  const environmentId = org.environmentId('production')
  expect([created, rejected]).toMatchObject([
    { action: 'flag.proposal.created', actorId: ada.id, resourceId: second.id },
    { action: 'flag.proposal.rejected', actorId: ada.id, resourceId: first.id },
  ])
  const place = { envId: environmentId, environmentId }
  expect(created.meta).toEqual({ flagKey: flag.key, ...place, replaces: first.id, comment: 'True, of course' })
  expect(rejected.meta).toEqual({ ...place, note })
})

test('a segment’s is replaced alike', async () => {
  const { org, ada } = await open()
  const segment = await org.createSegment()
  const path = `${org.segmentAt(segment.key, 'production')}/proposals`
  const { body: first } = await ada.post(path, { version: 0, included: ['ada'] })
  const { status, body } = await ada.post(path, { version: 0, included: ['bob'], replaces: first.id })
  expect(status).toBe(202)
  expect(body).toMatchObject({ kind: 'segment', replaces: first.id, proposedConfig: { included: ['bob'] } })
  expect((await ada.get(`/v1/proposals/${first.id}`)).body.status).toBe('rejected')
})

test('a person replaces by a key of theirs what they proposed by hand', async () => {
  const { org, ada, path, better } = await open()
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: own } = await ada.post(keys, { type: 'server', description: 'Deploys' })
  expect((await org.post(path, better(), own.key)).status).toBe(202)
})

test('nobody replaces what somebody else proposed, and nothing is made then', async () => {
  const { org, path, first, better } = await open()
  const bob = await server.newMember(org, 'admin')
  for (const answer of [await bob.post(path, better()), await org.post(path, better())]) {
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  }
  expect(await org.walk(path)).toMatchObject([{ id: first.id, status: 'pending' }])
})

test('what is decided is not replaced', async () => {
  const { ada, path, first, better } = await open()
  await ada.post(`/v1/proposals/${first.id}/reject`)
  const answer = await ada.post(path, better())
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'PROPOSAL_NOT_PENDING' } } })
})

test('only a config for the same is replaced: not that of another flag, environment, kind or organization', async () => {
  const { org, flag, ada, path, first, better } = await open()
  const other = await org.createFlag()
  const { body: ofOther } = await ada.post(`${org.at(other.key, 'production')}/proposals`, config({ version: 0 }))
  await org.protect('staging')
  const { body: elsewhere } = await ada.post(`${org.at(flag.key, 'staging')}/proposals`, config({ version: 0 }))
  const stranger = await open()
  for (const replaces of [ofOther.id, elsewhere.id, stranger.first.id, 'prop_nobody', 'waiting', '']) {
    const answer = await ada.post(path, better({ replaces }))
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: 'replaces' }] } } })
  }
  expect((await ada.get(`/v1/proposals/${first.id}`)).body.status).toBe('pending')
})

test('a proposed schedule is no config, and stays', async () => {
  const { org, ada } = await open()
  const flag = await org.createFlag()
  await org.protect('production', false)
  await org.put(org.at(flag.key, 'production'), config())
  await org.protect('production')
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const steps = [{ at, change: { enabled: false } }]
  const { body: schedule } = await ada.post(`${org.at(flag.key, 'production')}/schedules`, { steps })
  const body = config({ version: 1, replaces: schedule.proposalId })
  const answer = await ada.post(`${org.at(flag.key, 'production')}/proposals`, body)
  expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: 'replaces' }] } } })
})
