import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { guardrail } from '../../src/testing/guardrail.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { startGuarded } from './support/guarded.ts'

const { server, prometheus, open, start } = await startGuarded()

let shown = 0
/** A guardrail that is fine until the test crosses it. */
const guard = async (what: 'pause' | 'rollback' = 'rollback') => {
  const name = `failures_${++shown}`
  await prometheus.show(name, 0)
  return { name, guardrail: guardrail(name, {}, what), show: (value?: number) => prometheus.show(name, value) }
}

const firstStepDone = { status: 'running', steps: [{ status: 'done' }, { status: 'waiting' }] }

test('a rollback brings the config from before the first step back, as a version of the schedule, and ends it', async () => {
  const guarded = await guard()
  const { organization, key, at, id, becomes, values } = await start([guarded.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  await guarded.show(4)
  server.moveClock(15_000)
  const value = `its value was 4, above 0`
  const reason = `It was rolled back to version 1 because of the guardrail ${guarded.name}: ${value}.`
  const { createdBy } = await becomes({ status: 'cancelled', reason, endedAt: expect.any(String) })
  expect(await values()).toEqual([1, 2, 1])
  const [newest] = await organization.walk(`${at}/versions`)
  expect(newest).toMatchObject({ version: 3, scheduleId: id, comment: 'a quiet launch', createdBy, proposalId: null })
  expect(newest.config).toMatchObject({ version: 3, defaultValue: 1 })

  const [cancelled, created] = await organization.walk(`${organization.base}/audit-log`)
  const about = { flagKey: key, environmentId: organization.environmentId('development') }
  expect(cancelled).toMatchObject({ action: 'schedule.cancelled', actorId: createdBy, meta: { ...about, reason } })
  const meta = { ...about, version: 3, scheduleId: id, comment: 'a quiet launch' }
  expect(created).toMatchObject({ action: 'flag.version.created', actorId: createdBy, meta })
  const { evaluate } = deliveryClient(server.deliveryUrl, organization.key)
  await expect.poll(async () => (await evaluate(key)).body.value).toBe(1)

  server.moveClock(600_000)
  expect(await values()).toEqual([1, 2, 1])
  const { body: overview } = await organization.get(`${organization.base}/overview`)
  const { environmentId } = about
  expect(overview.rolledBack).toEqual([{ scheduleId: id, flagKey: key, environmentId, at: expect.any(String), reason }])
})

test('where no step has run, a rollback makes no version', async () => {
  const { values, becomes } = await start([guardrail('1', {}, 'rollback')])
  const { reason } = await becomes({ status: 'cancelled', steps: [{ status: 'waiting' }, { status: 'waiting' }] })
  expect(reason).toBe('It was cancelled before its first step because of the guardrail 1: its value was 1, above 0.')
  expect(await values()).toEqual([1])
})

test('where both are crossed, the rollback wins over the pause', async () => {
  const [pause, rollback] = [await guard('pause'), await guard()]
  const { becomes, values } = await start([pause.guardrail, rollback.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  await pause.show(4)
  await rollback.show(4)
  server.moveClock(15_000)
  await becomes({ status: 'cancelled', reason: expect.stringContaining(rollback.name) })
  expect(await values()).toEqual([1, 2, 1])
})

test('each guardrail counts by itself: another that is unknown holds steps, and keeps nothing from being rolled back', async () => {
  const guarded = await guard()
  const other = await guard('pause')
  const { becomes, values } = await start([other.guardrail, guarded.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  await other.show()
  await guarded.show(4)
  server.moveClock(15_000)
  await becomes({ status: 'cancelled', reason: expect.stringContaining(guarded.name) })
  expect(await values()).toEqual([1, 2, 1])
})

test('after a change by hand nothing is rolled back: it is paused', async () => {
  const guarded = await guard()
  const { organization, at, becomes, values, read } = await start([guarded.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  const { body: latest } = await organization.get(`${at}/versions/2`)
  await organization.put(at, { ...latest.config, version: 3, defaultValue: 9 })
  await guarded.show(4)
  server.moveClock(15_000)
  const due = () => server.execute(`select * from due where kind = 'guardrails'`)
  await expect.poll(due).toEqual([])
  expect(await read()).toMatchObject({ status: 'paused', reason: expect.stringContaining('by hand') })
  expect(await values()).toEqual([9, 2, 1])
})

test('whatever the plan is by then, it is rolled back', async () => {
  const guarded = await guard()
  const { organization, becomes, values } = await start([guarded.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  await guarded.show(4)
  const body = { plan: 'free' }
  await server.send('PATCH', `/admin/v1/organizations/${organization.id}`, { key: adminToken, body })
  server.moveClock(15_000)
  await becomes({ status: 'cancelled' })
  expect(await values()).toEqual([1, 2, 1])
})

test('what can no longer be saved is not rolled back to: it fails, and says why', async () => {
  const guarded = await guard()
  const { organization, key, becomes, values } = await start([guarded.guardrail])
  server.moveClock(60_000)
  await becomes(firstStepDone)
  await guarded.show(4)
  await organization.patch(`${organization.base}/flags/${key}`, { archived: true })
  server.moveClock(15_000)
  const { reason } = await becomes({ status: 'failed' })
  expect(reason).toMatch(/^It could not be rolled back to version 1 because of the guardrail .*The flag is archived\.$/)
  const [entry] = await organization.walk(`${organization.base}/audit-log`)
  expect(entry).toMatchObject({ action: 'schedule.failed', meta: { flagKey: key, reason } })
  expect(await values()).toEqual([2, 1])
})

test('guardrails need the Enterprise plan', async () => {
  const { organization, create } = await open([guardrail('1')])
  const setPlan = (plan: string) =>
    server.send('PATCH', `/admin/v1/organizations/${organization.id}`, { key: adminToken, body: { plan } })
  await setPlan('pro')
  expect(await create()).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
})

test('without a Prometheus there are none, and the answer names the setting', async () => {
  const without = await startTestServer()
  const organization = await without.newOrganization()
  const { key } = await organization.createFlag()
  await organization.put(organization.at(key), { version: 1, enabled: true, defaultValue: false, rules: [] })
  const steps = [{ after: 60, change: { defaultValue: true } }]
  const guardrails = [guardrail('1')]
  const { status, body } = await organization.post(`${organization.at(key)}/schedules`, { steps, guardrails })
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(body.error.message).toContain('BUNTING_PROMETHEUS_URL')
})
