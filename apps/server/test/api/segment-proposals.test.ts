import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** A segment with a version in a protected environment, and a second actor. */
const openProtected = async () => {
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] }, 'production')
  await org.protect('production')
  const { key: reviewer } = await org.createKey()
  const path = org.segmentAt(segment.key, 'production')
  const propose = async (fields: object) => (await org.post(`${path}/proposals`, { version: 1, ...fields })).body
  return { org, segment, reviewer, path, propose }
}

test('a segment is proposed, listed and read as a proposal of its kind', async () => {
  const { org, segment, path } = await openProtected()
  const { status, body } = await org.post(`${path}/proposals`, { version: 1, included: ['bob'] })
  const proposedConfig = { version: 1, included: ['bob'], excluded: [], rules: [] }
  const fields = {
    id: expect.stringMatching(/^prop_/),
    kind: 'segment',
    status: 'pending',
    proposedConfig,
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
  }
  const place = { flagId: null, segmentId: segment.id, environmentId: org.environmentId('production') }
  expect(status).toBe(202)
  expect(body).toEqual({ ...fields, ...place })
  const review = { reviewedBy: null, reviewedAt: null, reviewNote: null }
  expect((await org.get(`/v1/proposals/${body.id}`)).body).toEqual({ ...fields, ...place, ...review, orgId: org.id })
  expect(await org.walk(`${path}/proposals?status=pending`)).toEqual([{ ...fields, ...review }])
  expect(await org.walk(`${org.base}/proposals`)).toMatchObject([{ id: body.id, segmentId: segment.id }])
})

test('an approval makes the next version, by the proposer, and is written down', async () => {
  const { org, segment, reviewer, path, propose } = await openProtected()
  const proposal = await propose({ included: ['bob'] })
  const { status, body } = await org.post(`/v1/proposals/${proposal.id}/approve`, { note: 'Fine' }, reviewer)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'approved', reviewNote: 'Fine' })
  const { body: made } = await org.get(`${path}/versions/2`)
  expect(made).toMatchObject({ proposalId: proposal.id, createdBy: proposal.createdBy, config: { included: ['bob'] } })
  const environmentId = org.environmentId('production')
  const place = { segmentKey: segment.key, envId: environmentId, environmentId }
  const { body: log } = await org.get(`${org.base}/audit-log?action=segment.proposal.`)
  expect(log.items.map(({ action, meta }: { action: string; meta: object }) => [action, meta])).toEqual([
    ['segment.proposal.approved', { ...place, version: 2, note: 'Fine' }],
    ['segment.proposal.created', place],
  ])
})

test('a rejection changes nothing, and names the segment in the audit log', async () => {
  const { org, segment, reviewer, path, propose } = await openProtected()
  const { id } = await propose({})
  expect((await org.post(`/v1/proposals/${id}/reject`, {}, reviewer)).body.status).toBe('rejected')
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
  const { body } = await org.get(`${org.base}/audit-log?action=segment.proposal.rejected`)
  expect(body.items[0].meta).toMatchObject({ segmentKey: segment.key, environmentId: org.environmentId('production') })
})

test('taking the protection off rejects what waits, segments too', async () => {
  const { org, segment, propose } = await openProtected()
  const { id } = await propose({})
  await org.protect('production', false)
  expect((await org.get(`/v1/proposals/${id}`)).body.status).toBe('rejected')
  const { body } = await org.get(`${org.base}/audit-log?action=segment.proposal.rejected`)
  expect(body.items[0].meta.segmentKey).toBe(segment.key)
})

test('nobody approves their own, and one waits at a time for each segment and environment', async () => {
  const { org, path, propose } = await openProtected()
  const { id } = await propose({})
  expect((await org.post(`/v1/proposals/${id}/approve`, {})).body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
  const second = await org.post(`${path}/proposals`, { version: 1 })
  expect([second.status, second.body.error.code]).toEqual([409, 'PROPOSAL_ALREADY_PENDING'])
  const other = await org.createSegment()
  expect((await org.post(`${org.segmentAt(other.key, 'production')}/proposals`, { version: 0 })).status).toBe(202)
})

test('proposals are of Enterprise and of protected environments, and an archived segment has none', async () => {
  const pro = await server.newOrganization('pro')
  const { key } = await pro.createSegment()
  await pro.protect('production')
  const { body } = await pro.post(`${pro.segmentAt(key, 'production')}/proposals`, { version: 0 })
  expect(body.error.code).toBe('UPGRADE_REQUIRED')
  const { org, segment, path } = await openProtected()
  const open = await org.post(`${org.segmentAt(segment.key)}/proposals`, { version: 0 })
  expect(open.body.error.code).toBe('CONFLICT')
  await org.patch(`${org.base}/segments/${segment.key}`, { archived: true })
  expect((await org.post(`${path}/proposals`, { version: 1 })).body.error.code).toBe('CONFLICT')
})

test('what cannot be named is a 422 when it is proposed, and a 409 that says so when it is approved', async () => {
  const { org, segment, reviewer, path, propose } = await openProtected()
  const missing = await org.post(`${path}/proposals`, { version: 1, rules: [ruleIn('nobody')] })
  expect(missing.body.error.details).toMatchObject([{ path: 'rules[0].conditions[0].value' }])
  const { key } = await org.createSegment()
  const { id: first } = (
    await org.post(`${org.segmentAt(key, 'production')}/proposals`, { version: 0, included: ['kim'] })
  ).body
  await org.post(`/v1/proposals/${first}/approve`, {}, reviewer)
  const { id: ofSegment } = await propose({ rules: [ruleIn(key)] })
  const flag = await org.createFlag()
  const naming = config({ version: 0, rules: [ruleIn(key, { value: true })] })
  const { id: ofFlag } = (await org.post(`${org.at(flag.key, 'production')}/proposals`, naming)).body
  await org.patch(`${org.base}/segments/${key}`, { archived: true })
  for (const id of [ofSegment, ofFlag]) {
    const { status, body } = await org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
    expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
    expect(body.error.message).toContain(key)
    expect((await org.get(`/v1/proposals/${id}`)).body.status).toBe('pending')
  }
  await org.patch(`${org.base}/segments/${key}`, { archived: false })
  for (const id of [ofSegment, ofFlag]) {
    expect((await org.post(`/v1/proposals/${id}/approve`, {}, reviewer)).status).toBe(200)
  }
  expect(await org.walk(`${org.base}/segments/${key}/usages`)).toHaveLength(2)
  expect((await org.get(`${org.segmentAt(segment.key, 'production')}/versions/2`)).status).toBe(200)
})

test('two proposals that together make a circle: the second is a 409 when it is approved', async () => {
  const { org, segment, reviewer, propose } = await openProtected()
  const { key } = await org.createSegment()
  const path = `${org.segmentAt(key, 'production')}/proposals`
  const approve = (id: string) => org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
  await approve((await org.post(path, { version: 0 })).body.id)
  const { id: one } = await propose({ rules: [ruleIn(key)] })
  const { id: two } = (await org.post(path, { version: 1, rules: [ruleIn(segment.key)] })).body
  expect((await approve(one)).status).toBe(200)
  const { status, body } = await approve(two)
  expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  expect(body.error.message).toContain('circle')
})
