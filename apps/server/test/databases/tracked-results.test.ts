import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer({ analytics: true, stopClock: true })
const org = await server.newOrganization()
const experiments = experimentsOf(org)
const minute = 60_000

test('an experiment says which variant is better from what code told, once the windows are over', async () => {
  const { key: primary } = await experiments.createMetric({ window: 60 })
  const { key: flagKey, id } = await experiments.run({ primary, minimumDays: 0 })
  const { variantOf } = compileSplit(flagKey, split())
  const people = Array.from({ length: 900 }, (_, at) => `person-${at}`)
  const exposures = people.map((userId) => ({
    flagKey,
    ruleId: 'rule_split',
    variant: variantOf(userId),
    context: { userId },
  }))
  // Green converts three times as well as blue.
  const converts = (userId: string, at: number) => at % 10 < (variantOf(userId) === 'green' ? 6 : 2)
  const events = people.filter(converts).map((userId) => ({ name: 'bought', context: { userId } }))
  expect((await org.post('/v1/track', { exposures })).status).toBe(202)
  expect((await org.post('/v1/track', { events })).status).toBe(202)
  const results = async () => (await org.get(`/v1/experiments/${id}/results`)).body
  expect((await results()).recommendation.kind).toBe('not_enough')
  server.moveClock(3 * minute)
  const found = await vi.waitFor(async () => {
    const now = await results()
    expect(now.units.blue.matured + now.units.green.matured).toBe(people.length)
    return now
  })
  expect(found).toMatchObject({ srm: { status: 'ok' }, recommendation: { kind: 'ship', variant: 'green' } })
  expect(found.metrics[0].variants.green).toMatchObject({ mean: expect.closeTo(0.6, 1), verdict: 'better' })
  await experiments.act(id, 'stop', {})
  server.moveClock(3 * minute)
  await vi.waitFor(async () => expect((await results()).isFinal).toBe(true))
  const days = (await org.get(`/v1/experiments/${id}/results/days?metric=${primary}`)).body.items
  expect(days).toHaveLength(1)
})

test('the planner and the check of a metric go by the units that there are', async () => {
  const { key: metric } = await experiments.createMetric({ event: 'visited' })
  const environmentId = org.environmentId('development')
  const people = Array.from({ length: 600 }, (_, at) => `visitor-${at}`)
  const events = people.map((userId) => ({ name: 'visited', context: { userId } }))
  await org.post('/v1/track', { events })
  const plan = await org.post(`${org.base}/experiments/plan`, { metric, environmentId })
  expect(plan).toMatchObject({ status: 200, body: { unitsPerDay: expect.any(Number) } })
  expect(plan.body.units).toBeGreaterThanOrEqual(people.length)
  const check = await org.post(`${org.base}/metrics/${metric}/check`, { environmentId, splits: 50 })
  expect(check).toMatchObject({ status: 200, body: { splits: 50 } })
  expect(check.body.significant).toBeLessThan(10)
})
