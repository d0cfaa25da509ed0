import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { hour, laterStep, logged, openFlag, openProtected } from './support/schedules.ts'

const server = await startTestServer()
const inHours = (hours: number) => new Date(server.deps.nowUs() / 1_000 + hours * hour * 1_000).toISOString()

test('in a protected environment a schedule is a proposal, and waits', async () => {
  const { org, id: flagId, key: flagKey, path, create } = await openProtected(server)
  const at = inHours(100)
  const steps = [laterStep(), { at, change: { enabled: true } }, laterStep()]
  const { status, body } = await create({ steps, comment: 'Next week' })
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'pending',
    proposalId: expect.stringMatching(/^prop_/),
    comment: 'Next week',
    steps: [
      { at: null, after: hour },
      { at },
      { at: new Date(Date.parse(at) + hour * 1_000).toISOString(), after: hour },
    ],
  })
  expect((await org.get(`/v1/schedules/${body.id}`)).body).toEqual(body)
  const { body: proposal } = await org.get(`/v1/proposals/${body.proposalId}`)
  expect(proposal).toMatchObject({
    kind: 'schedule',
    scheduleId: body.id,
    flagId,
    proposedConfig: null,
    status: 'pending',
    comment: 'Next week',
  })
  expect(await org.walk(`${path}/proposals`)).toMatchObject([{ id: proposal.id, scheduleId: body.id }])
  const environmentId = org.environmentId('production')
  const place = { flagKey, envId: environmentId, environmentId, comment: 'Next week' }
  expect(await logged(org, 'schedule.')).toMatchObject([{ action: 'schedule.created', meta: place }])
  expect(await logged(org, 'flag.proposal.')).toMatchObject([
    { action: 'flag.proposal.created', meta: { ...place, kind: 'schedule', scheduleId: body.id } },
  ])
})

test('its approval starts it, and makes no version', async () => {
  const { org, path, create, approve, reviewerId } = await openProtected(server)
  const { body: schedule } = await create()
  server.moveClock(60_000)
  const { status, body } = await approve(schedule.proposalId)
  expect([status, body.status]).toEqual([200, 'approved'])
  const { body: started } = await org.get(`/v1/schedules/${schedule.id}`)
  expect(started).toMatchObject({ status: 'running', proposalId: schedule.proposalId })
  const late = Date.parse(started.steps[0].at) - Date.parse(started.createdAt) - hour * 1_000
  expect(late).toBeGreaterThanOrEqual(60_000)
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
  expect(await logged(org, 'schedule.started')).toMatchObject([{ resourceId: schedule.id, actorId: reviewerId }])
  const [approved] = await logged(org, 'flag.proposal.approved')
  expect(approved?.meta).toMatchObject({ scheduleId: schedule.id })
  expect(approved?.meta).not.toHaveProperty('version')
})

test('nobody approves their own', async () => {
  const { org, create } = await openProtected(server)
  const { body } = await create()
  const own = await org.post(`/v1/proposals/${body.proposalId}/approve`, {})
  expect(own.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
  expect((await org.get(`/v1/schedules/${body.id}`)).body.status).toBe('pending')
})

test('it is the pending proposal of its flag and environment', async () => {
  const { org, path, create, reject } = await openProtected(server)
  const { body: proposal } = await org.post(`${path}/proposals`, config({ version: 1 }))
  expect((await create()).body.error.code).toBe('PROPOSAL_ALREADY_PENDING')
  await reject(proposal.id)
  expect((await create()).status).toBe(202)
  const second = await org.post(`${path}/proposals`, config({ version: 1 }))
  expect(second.body.error.code).toBe('PROPOSAL_ALREADY_PENDING')
  expect((await create()).body.error.code).toBe('CONFLICT')
})

test('one whose first time has passed is not approved any more', async () => {
  const { org, create, approve } = await openProtected(server)
  const { body } = await create({ steps: [{ at: inHours(1), change: { enabled: false } }] })
  server.moveClock(2 * hour * 1_000)
  const answer = await approve(body.proposalId)
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect(answer.body.error.message).toContain('the time of step 1 has passed')
  expect((await org.get(`/v1/schedules/${body.id}`)).body.status).toBe('pending')
})

test('one whose reckoned times no longer ascend is not approved any more', async () => {
  const { create, approve } = await openProtected(server)
  const steps = [laterStep(), { at: inHours(2), change: { enabled: true } }]
  const { body } = await create({ steps })
  server.moveClock(1.5 * hour * 1_000)
  const answer = await approve(body.proposalId)
  expect(answer.status).toBe(409)
  expect(answer.body.error.message).toContain('the time of step 2 is no longer after the step before')
})

test('one that no longer fits the config is not approved, and says why', async () => {
  const { org, key, path, create, approve } = await openProtected(server)
  await org.patch(`${org.base}/environments/${org.environmentId('production')}`, { emergency: true })
  const { body } = await create({ steps: [laterStep(), laterStep({ rules: { rule_beta: { enabled: false } } })] })
  const save = { ...config({ version: 2 }), emergency: true, comment: 'It burns' }
  expect((await org.put(path, save)).status).toBe(201)
  const answer = await approve(body.proposalId)
  expect(answer.status).toBe(409)
  expect(answer.body.error.message).toBe(
    'It can no longer be approved. Step 2 no longer fits the config: rules.rule_beta must be the id of a rule of the config.',
  )
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  expect((await approve(body.proposalId)).body.error.message).toContain('is archived')
})

test('rejecting the proposal cancels the schedule', async () => {
  const { org, create, reject, reviewerId } = await openProtected(server)
  const { body } = await create()
  await reject(body.proposalId, { note: 'Not on a Friday.' })
  expect((await org.get(`/v1/schedules/${body.id}`)).body).toMatchObject({
    status: 'cancelled',
    reason: 'Its proposal was rejected: Not on a Friday.',
    endedAt: expect.any(String),
  })
  expect(await logged(org, 'schedule.cancelled')).toMatchObject([
    { actorId: reviewerId, meta: { reason: 'Its proposal was rejected: Not on a Friday.' } },
  ])
  expect(await logged(org, 'flag.proposal.rejected')).toMatchObject([{ meta: { scheduleId: body.id } }])
  expect((await create()).status).toBe(202)
})

test('cancelling one that waits rejects its proposal', async () => {
  const { org, create, approve } = await openProtected(server)
  const { body } = await create()
  expect((await org.post(`/v1/schedules/${body.id}/pause`)).body.error.message).toContain('is pending')
  expect((await org.post(`/v1/schedules/${body.id}/resume`)).body.error.message).toContain('is pending')
  expect((await org.post(`/v1/schedules/${body.id}/cancel`)).body.status).toBe('cancelled')
  expect((await org.get(`/v1/proposals/${body.proposalId}`)).body).toMatchObject({
    status: 'rejected',
    reviewNote: 'It was cancelled by hand.',
  })
  expect((await logged(org, 'flag.proposal.')).map(({ action }) => action)).toEqual([
    'flag.proposal.created',
    'flag.proposal.rejected',
  ])
  expect((await approve(body.proposalId)).body.error.code).toBe('PROPOSAL_NOT_PENDING')
})

test('taking the protection off cancels what waits, and leaves what was approved', async () => {
  const { org, create, approve } = await openProtected(server)
  const other = await openFlag(org)
  await org.protect('production', false)
  await org.put(org.at(other.key, 'production'), config())
  await org.protect('production')
  const { body: running } = await org.post(`${org.at(other.key, 'production')}/schedules`, { steps: [laterStep()] })
  await approve(running.proposalId)
  const { body: waiting } = await create()
  await org.protect('production', false)
  expect((await org.get(`/v1/schedules/${running.id}`)).body.status).toBe('running')
  expect((await org.get(`/v1/schedules/${waiting.id}`)).body).toMatchObject({
    status: 'cancelled',
    reason: 'Its proposal was rejected: The environment is no longer protected.',
  })
})

test('removing or revoking the creator cancels what waits with its proposal, and what was approved', async () => {
  const { org, path, create, approve } = await openProtected(server)
  const { key, id: keyId } = await org.createKey()
  const { body: waiting } = await create({}, key)
  await org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${keyId}`)
  expect((await org.get(`/v1/schedules/${waiting.id}`)).body.reason).toBe('The key that made it was revoked.')
  expect((await org.get(`/v1/proposals/${waiting.proposalId}`)).body).toMatchObject({
    status: 'rejected',
    reviewNote: 'The key that made it was revoked.',
  })
  const [member, admin] = [await server.newMember(org, 'editor'), await server.newMember(org, 'admin')]
  const { body: approved } = await member.post(`${path}/schedules`, { steps: [laterStep()] })
  expect((await approve(approved.proposalId)).status).toBe(200)
  await admin.delete(`/v1/members/${member.id}`)
  expect((await org.get(`/v1/schedules/${approved.id}`)).body.status).toBe('cancelled')
  expect((await org.get(`/v1/proposals/${approved.proposalId}`)).body.status).toBe('approved')
})

test('an approved proposal of a config pauses it, and it is not resumed then', async () => {
  const { org, path, create, approve } = await openProtected(server)
  const { body: schedule } = await create()
  await approve(schedule.proposalId)
  const { body: proposal } = await org.post(`${path}/proposals`, config({ version: 1 }))
  await approve(proposal.id)
  const reason = 'It was paused because version 2 was saved by hand.'
  expect((await org.get(`/v1/schedules/${schedule.id}`)).body).toMatchObject({ status: 'paused', reason })
  const resumed = await org.post(`/v1/schedules/${schedule.id}/resume`)
  expect(resumed).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect(resumed.body.error.message).toContain('it was at version 1, and is at 2')
})

test('where nothing changed since, it is resumed in a protected environment too', async () => {
  const { org, create, approve } = await openProtected(server)
  const { body } = await create()
  await approve(body.proposalId)
  await org.post(`/v1/schedules/${body.id}/pause`)
  expect((await org.post(`/v1/schedules/${body.id}/resume`)).body.status).toBe('running')
})
