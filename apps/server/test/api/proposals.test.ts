import { expect, test } from 'vitest'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** An organization with a protected production, a flag, and a second actor. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const other = await org.createKey()
  const path = `${org.at(flag.key, 'production')}/proposals`
  const propose = async (fields: object = {}) => (await org.post(path, config({ version: 0, ...fields }))).body
  return { org, flag, other, path, propose }
}

test('a proposal is accepted for review with exactly the fields of the document', async () => {
  const { org, flag, path } = await open()
  const { status, body } = await org.post(path, config({ version: 0 }))
  expect(status).toBe(202)
  expect(body).toEqual({
    id: expect.stringMatching(/^prop_/),
    flagId: flag.id,
    environmentId: org.environmentId('production'),
    status: 'pending',
    proposedConfig: config({ version: 0 }),
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
  })
})

test('approving makes the config the latest version plus one, made by the proposer', async () => {
  const { org, flag, other, propose } = await open()
  const proposal = await propose({ version: 7, defaultValue: true })
  const { status, body } = await org.post(`/v1/proposals/${proposal.id}/approve`, { note: 'looks right' }, other.key)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: proposal.id,
    status: 'approved',
    reviewedBy: other.id,
    reviewedAt: expect.any(String),
    reviewNote: 'looks right',
  })
  const [version] = await org.walk(`${org.at(flag.key, 'production')}/versions`)
  expect(version).toMatchObject({
    version: 1,
    config: config({ version: 1, defaultValue: true }),
    createdBy: proposal.createdBy,
    proposalId: proposal.id,
  })
  const { body: whole } = await org.get(`/v1/proposals/${proposal.id}`)
  expect(whole).toEqual({
    id: proposal.id,
    orgId: org.id,
    flagId: flag.id,
    environmentId: org.environmentId('production'),
    status: 'approved',
    proposedConfig: config({ version: 7, defaultValue: true }),
    createdBy: proposal.createdBy,
    reviewedBy: other.id,
    reviewedAt: body.reviewedAt,
    reviewNote: 'looks right',
    createdAt: proposal.createdAt,
  })
  const [entry] = await org.walk(`${org.base}/audit-log?resourceType=proposal`)
  const environmentId = org.environmentId('production')
  expect(entry).toMatchObject({
    action: 'flag.proposal.approved',
    actorId: other.id,
    resourceId: proposal.id,
    meta: { flagKey: flag.key, envId: environmentId, environmentId, version: 1, note: 'looks right' },
  })
})

test('the proposer cannot approve their own proposal, but withdraw it', async () => {
  const { org, propose } = await open()
  const proposal = await propose()
  const refused = await org.post(`/v1/proposals/${proposal.id}/approve`)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'SELF_APPROVAL_FORBIDDEN' } } })
  const withdrawn = await org.post(`/v1/proposals/${proposal.id}/reject`)
  expect(withdrawn).toMatchObject({ status: 200, body: { status: 'rejected', reviewNote: null } })
})

test('a reviewed proposal is never reviewed again, which is told before anything else', async () => {
  const { org, other, propose } = await open()
  const proposal = await propose()
  await org.post(`/v1/proposals/${proposal.id}/reject`, { note: 'no' }, other.key)
  for (const [action, key] of [
    ['approve', other.key],
    ['reject', other.key],
    ['approve', org.key],
  ] as const) {
    const answer = await org.post(`/v1/proposals/${proposal.id}/${action}`, {}, key)
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'PROPOSAL_NOT_PENDING' } } })
  }
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${proposal.id}`)
  expect(entry).toMatchObject({
    action: 'flag.proposal.rejected',
    meta: { envId: org.environmentId('production'), note: 'no' },
  })
})

test('one proposal for a flag and environment is pending at a time', async () => {
  const { org, path, propose } = await open()
  const proposal = await propose()
  const second = await org.post(path, config({ version: 0 }))
  expect(second).toMatchObject({ status: 409, body: { error: { code: 'PROPOSAL_ALREADY_PENDING' } } })
  await org.post(`/v1/proposals/${proposal.id}/reject`)
  expect((await org.post(path, config({ version: 0 }))).status).toBe(202)
})

test('an unprotected environment and an archived flag take no proposals, and say which it was', async () => {
  const { org, flag, path } = await open()
  const unprotected = await org.post(`${org.at(flag.key, 'staging')}/proposals`, config({ version: 0 }))
  expect(unprotected).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT', message: expect.stringContaining('not protected') } },
  })
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  const archived = await org.post(path, config({ version: 0 }))
  expect(archived).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT', message: expect.stringContaining('archived') } },
  })
})

test('approving on an archived flag is refused, and the proposal stays pending', async () => {
  const { org, flag, other, propose } = await open()
  const proposal = await propose()
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  const refused = await org.post(`/v1/proposals/${proposal.id}/approve`, {}, other.key)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await org.get(`/v1/proposals/${proposal.id}`)).body.status).toBe('pending')
})

test('a base version of 0 or more is taken as it is, anything else refused', async () => {
  const { org, path } = await open()
  for (const version of [-1, 0.5, '1', null]) expect((await org.post(path, config({ version }))).status).toBe(422)
  expect((await org.post(path, config({ version: 41 }))).body.proposedConfig.version).toBe(41)
})

test('proposals need the Enterprise plan, to make and again to approve; rejecting always works', async () => {
  for (const plan of ['free', 'pro'] as const) {
    const org = await server.newOrganization(plan)
    const flag = await org.createFlag()
    await org.protect('production')
    const answer = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
  }
  const { org, other, propose } = await open()
  const proposal = await propose()
  await server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan: 'pro' } })
  const refused = await org.post(`/v1/proposals/${proposal.id}/approve`, {}, other.key)
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
  expect((await org.post(`/v1/proposals/${proposal.id}/reject`, {}, other.key)).status).toBe(200)
})

test('the lists of a flag and of a project are narrowed by status', async () => {
  const { org, flag, other, path, propose } = await open()
  const first = await propose()
  await org.post(`/v1/proposals/${first.id}/approve`, {}, other.key)
  const second = await propose()
  const listed = await org.walk(path, 1)
  expect(listed.map((proposal) => proposal.id)).toEqual([second.id, first.id])
  expect(Object.keys(listed[0]).sort()).toEqual([
    'createdAt',
    'createdBy',
    'id',
    'proposedConfig',
    'reviewNote',
    'reviewedAt',
    'reviewedBy',
    'status',
  ])
  expect((await org.walk(`${path}?status=pending`)).map(({ id }) => id)).toEqual([second.id])
  const ofProject = await org.walk(`${org.base}/proposals?status=approved`)
  expect(ofProject.map(({ id, flagId }) => ({ id, flagId }))).toEqual([{ id: first.id, flagId: flag.id }])
  expect(ofProject[0]).toEqual((await org.get(`/v1/proposals/${first.id}`)).body)
  expect((await org.get(`${path}?status=open`)).status).toBe(422)
})
