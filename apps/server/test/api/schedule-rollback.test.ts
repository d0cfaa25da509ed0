import { expect, test, vi } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { logged, openFlag, openProtected } from './support/schedules.ts'

const server = await startTestServer({ stopClock: true })

const share = (rolloutPercentage: number) => ({
  after: 60,
  change: { rules: { rule_beta: { rolloutPercentage } } },
})
const steps = [share(25), share(50)]

const readOf = async (org: TestOrganization, id: string): Promise<Json> => (await org.get(`/v1/schedules/${id}`)).body

/** Waits until the first step is done. */
const runFirstStep = async (org: TestOrganization, id: string) => {
  server.moveClock(60_000)
  await vi.waitFor(async () => expect((await readOf(org, id)).steps[0].status).toBe('done'), { interval: 10 })
}

const shares = async (org: TestOrganization, path: string): Promise<number[]> =>
  (await org.walk(`${path}/versions`)).map((version) => version.config.rules[0].rolloutPercentage)

test('a schedule is rolled back by hand: what was before its first step is a new version, of whoever did it', async () => {
  const org = await server.newOrganization()
  const { key: flagKey, path, create } = await openFlag(org)
  const { body } = await create({ steps, comment: 'Slowly' })
  await runFirstStep(org, body.id)
  const { key, id: actorId } = await org.createKey()
  const answer = await org.post(`/v1/schedules/${body.id}/rollback`, undefined, key)
  const reason = 'It was rolled back to version 1 by hand.'
  expect(answer).toMatchObject({ status: 200, body: { id: body.id, status: 'cancelled', reason } })
  expect(await readOf(org, body.id)).toEqual(answer.body)
  expect(await shares(org, path)).toEqual([10, 25, 10])
  const [newest] = await org.walk(`${path}/versions`)
  expect(newest).toMatchObject({ version: 3, scheduleId: body.id, createdBy: actorId })
  const ends = (await logged(org, 'schedule.')).at(-1)
  expect(ends).toMatchObject({ action: 'schedule.cancelled', actorId, meta: { flagKey, reason } })
  server.moveClock(600_000)
  expect(await shares(org, path)).toEqual([10, 25, 10])
})

test('where no step has run, it is just cancelled', async () => {
  const org = await server.newOrganization()
  const { path, create } = await openFlag(org)
  const { body } = await create({ steps })
  const answer = await org.post(`/v1/schedules/${body.id}/rollback`)
  expect(answer.body).toMatchObject({ status: 'cancelled', reason: 'It was cancelled before its first step by hand.' })
  expect(await shares(org, path)).toEqual([10])
})

test('after a change by hand it goes back to before the first step all the same, and one that has ended does not', async () => {
  const org = await server.newOrganization()
  const { path, create } = await openFlag(org)
  const { body } = await create({ steps })
  await runFirstStep(org, body.id)
  const { config: latest } = (await org.walk(`${path}/versions`))[0]
  await org.put(path, { ...latest, version: 3, enabled: false })
  expect((await readOf(org, body.id)).status).toBe('paused')
  expect((await org.post(`/v1/schedules/${body.id}/rollback`)).status).toBe(200)
  const [newest] = await org.walk(`${path}/versions`)
  expect(newest.config).toMatchObject({ version: 4, enabled: true, rules: [{ rolloutPercentage: 10 }] })
  const again = await org.post(`/v1/schedules/${body.id}/rollback`)
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('in a protected environment its approval consented to that, but to nothing that changed since', async () => {
  const { org, path, create, approve } = await openProtected(server)
  const { body } = await create({ steps })
  const early = await org.post(`/v1/schedules/${body.id}/rollback`)
  expect(early.body.error.message).toContain('only a running or paused one')
  await approve(body.proposalId)
  await runFirstStep(org, body.id)
  expect((await org.post(`/v1/schedules/${body.id}/rollback`)).status).toBe(200)
  expect(await shares(org, path)).toEqual([10, 25, 10])

  const { body: second } = await create({ steps: [share(30), share(60)] })
  await approve(second.proposalId)
  await runFirstStep(org, second.id)
  const [{ config: latest }] = await org.walk(`${path}/versions`)
  const { body: proposal } = await org.post(`${path}/proposals`, config({ ...latest, enabled: false }))
  await approve(proposal.id)
  const refused = await org.post(`/v1/schedules/${second.id}/rollback`)
  expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('changed since') } } })
})

test('what can no longer be saved is said, and the schedule stays as it was', async () => {
  const org = await server.newOrganization()
  const { key, create } = await openFlag(org)
  const { body } = await create({ steps })
  await runFirstStep(org, body.id)
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  const before = await readOf(org, body.id)
  const refused = await org.post(`/v1/schedules/${body.id}/rollback`)
  expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('archived') } } })
  expect(await readOf(org, body.id)).toEqual(before)
})
