import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { event, noon } from '../../src/testing/events.ts'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'
import { reference, upload } from '../api/support/code-references.ts'
import { openCountedUnits } from '../api/support/counted-units.ts'
import { laterStep } from '../api/support/schedules.ts'
import { createWebhook } from '../api/support/webhooks.ts'

const server = await startTestServer({ analytics: true, units: openCountedUnits() })
const org = await server.newOrganization()
const admin = await server.newMember(org, 'admin')
const segment = await org.saveSegment({ included: ['ada'] })
const large = await org.uploadSegment('ada', { keepIds: true })
const flag = await org.createFlag()
await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
await org.protect('production')
const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config())
const { body: schedule } = await org.post(`${org.at(flag.key)}/schedules`, { steps: [laterStep()] })
const experiment = await experimentsOf(org).run()
const webhook = await createWebhook(org)
await upload(org, [reference(flag.key)])
await org.post('/v1/telemetry/events', { events: [event(org, { flagKey: flag.key, evaluatedAt: noon(1) })] })
await server.runNightly()

const environmentId = org.environmentId('development')
const names: Record<string, string> = {
  projectId: org.project.id,
  envId: environmentId,
  flagKey: flag.key,
  segmentKey: segment.key,
  proposalId: proposal.id,
  scheduleId: schedule.id,
  experimentId: experiment.id,
  metricKey: experiment.primary,
  webhookId: webhook.id,
  version: '1',
}
const queries: Record<string, string> = {
  getUsage: `?environmentId=${environmentId}`,
  getLiveUsage: `?environmentId=${environmentId}`,
  listFlagSummaries: `?keys=${flag.key}`,
  listActors: `?ids=${admin.id}`,
  getMetricDays: `?environmentId=${environmentId}`,
  listExperimentDays: `?metric=${experiment.primary}`,
}
/** Leaves out streams, which do not end and have tests of their own. */
const isRead = ([name, { method, access }]: [string, Endpoint]) =>
  method === 'GET' && /^(read|edit|admin)/.test(access) && !name.startsWith('stream')

for (const [operation, { path }] of Object.entries<Endpoint>(endpoints).filter(isRead)) {
  test(`${operation} is answered`, async () => {
    const own: typeof names = path.includes('{segmentKey}/ids') ? { ...names, segmentKey: large.key } : names
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => own[name] ?? name)
    // A person has no key to read.
    const { get } = operation === 'getOwnKey' ? org : admin
    const { status, body } = await get(`${filled}${queries[operation] ?? ''}`)
    expect(status, JSON.stringify(body)).toBe(200)
  })
}

test('a manifest is read and changed', async () => {
  const own = { key: 'pushed', type: 'integer', defaultValue: 20 }
  expect((await org.post('/openfeature/v0/manifest/flags', own)).status).toBe(201)
  const changed = await org.put('/openfeature/v0/manifest/flags/pushed', { ...own, type: 'float', defaultValue: 0.5 })
  expect(changed.body.flag).toMatchObject({ type: 'float', defaultValue: 0.5 })
  const { body } = await org.get('/openfeature/v0/manifest')
  expect(body.flags).toContainEqual(changed.body.flag)
  expect((await org.delete('/openfeature/v0/manifest/flags/pushed')).status).toBe(200)
})

test('an explanation, a promotion and an approval are answered', async () => {
  const staging = org.environmentId('staging')
  const explained = await admin.post(`${org.at(flag.key)}/explain`, { context: { userId: 'ada' } })
  expect(explained.body.result).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  const promoted = await admin.post(`${org.base}/promotions`, { from: environmentId, to: staging, flags: 'all' })
  expect(promoted.body.items).toMatchObject([
    { segmentKey: segment.key },
    { flagKey: experiment.key },
    { flagKey: flag.key },
  ])
  expect((await admin.post(`/v1/proposals/${proposal.id}/approve`)).body).toMatchObject({ status: 'approved' })
})
