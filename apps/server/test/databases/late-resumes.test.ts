import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { hour, laterStep, logged, openProtected } from '../api/support/schedules.ts'

const server = await startTestServer({ stopClock: true })

/** An approved schedule of two steps in a strict environment, now paused. */
const openPaused = async (strict = true) => {
  const all = await openProtected(server)
  const { org, create, approve } = all
  if (strict) await org.patch(`${org.base}/environments/${org.environmentId('production')}`, { strict })
  const { body } = await create({ steps: [laterStep(), laterStep({ enabled: true })] })
  await approve(body.proposalId)
  const { id } = body as { id: string }
  expect((await org.post(`/v1/schedules/${id}/pause`)).status).toBe(200)
  const resume = () => org.post(`/v1/schedules/${id}/resume`)
  const read = async () => (await org.get(`/v1/schedules/${id}`)).body
  return { ...all, scheduleId: id, startedBy: body.proposalId, resume, read }
}

test('a late resume of an approved schedule is a proposal there, and its approval lets it go on', async () => {
  const { org, path, scheduleId, startedBy, resume, read, approve, reviewerId } = await openPaused()
  server.moveClock(hour * 1_000)
  const { status, body: proposal } = await resume()
  expect(status).toBe(202)
  expect(proposal).toMatchObject({ kind: 'resume', change: { resumed: true }, scheduleId, proposedConfig: null })
  expect(await read()).toMatchObject({ status: 'paused', proposalId: startedBy })
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
  expect((await resume()).body.error.code).toBe('PROPOSAL_ALREADY_PENDING')
  expect((await org.post(`/v1/proposals/${proposal.id}/approve`)).body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
  expect((await org.get(`/v1/proposals/${proposal.id}`)).body).toMatchObject({ scheduleId, change: { resumed: true } })

  expect((await approve(proposal.id)).status).toBe(200)
  await vi.waitFor(async () => expect(await org.walk(`${path}/versions`)).toHaveLength(2))
  expect(await read()).toMatchObject({ status: 'running', steps: [{ status: 'done' }, { status: 'waiting' }] })
  expect(await logged(org, 'schedule.resumed')).toMatchObject([{ resourceId: scheduleId, actorId: reviewerId }])
})

test('one in time, and one elsewhere, goes on by one person', async () => {
  const inTime = await openPaused()
  expect((await inTime.resume()).body).toMatchObject({ status: 'running' })
  const elsewhere = await openPaused(false)
  server.moveClock(hour * 1_000)
  expect((await elsewhere.resume()).body).toMatchObject({ status: 'running' })
})

test('what ends the schedule rejects the proposal to go on with it', async () => {
  for (const way of ['cancel', 'rollback']) {
    const { org, scheduleId, resume } = await openPaused()
    server.moveClock(hour * 1_000)
    const { body: proposal } = await resume()
    expect((await org.post(`/v1/schedules/${scheduleId}/${way}`)).body.status).toBe('cancelled')
    expect((await org.get(`/v1/proposals/${proposal.id}`)).body.status).toBe('rejected')
  }
})

test('whoever rejects it leaves the schedule paused', async () => {
  const { read, resume, reject, approve } = await openPaused()
  server.moveClock(hour * 1_000)
  const { body: first } = await resume()
  await reject(first.id)
  expect((await read()).status).toBe('paused')
  const { body: second } = await resume()
  expect((await approve(second.id)).status).toBe(200)
})
