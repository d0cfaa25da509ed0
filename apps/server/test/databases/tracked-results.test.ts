import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { shortRests } from '../../src/testing/servers/short-rests.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

// A process keeps for this long what it knows of experiments, if nothing new is named.
const rests = { ...shortRests.telemetry, trackingMs: 3_600_000 }
const server = await startTestServer({ analytics: true, stopClock: true, telemetry: { rests } })
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

test('nobody is exposed after a stop, not even before every process has heard of it', async () => {
  const { id, key: flagKey } = await experiments.run()
  const { variantOf } = compileSplit(flagKey, split())
  const expose = (userId: string) =>
    org.post('/v1/track', {
      exposures: [{ flagKey, ruleId: 'rule_split', variant: variantOf(userId), context: { userId } }],
    })
  const exposed = async () => {
    const { units } = (await org.get(`/v1/experiments/${id}/results`)).body
    return units.blue.exposed + units.green.exposed
  }
  await expose('ada')
  expect(await exposed()).toBe(1)
  await experiments.act(id, 'stop', {})
  server.moveClock(1)
  await expose('bob')
  server.moveClock(2 * minute)
  await vi.waitFor(async () => {
    // The fold has run since.
    const [due] = (await server.execute(
      `select at_us from due where kind = 'experiment.fold' and subject = '${id}'`,
    )) as { at_us: number | string }[]
    expect(Number(due?.at_us)).toBeGreaterThan(server.deps.nowUs())
    expect(await exposed()).toBe(1)
  })
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

test('a metric shows how many of its events came on each of the last 14 days', async () => {
  const { key } = await experiments.createMetric({ kind: 'ratio', event: 'slow', denominatorEvent: 'request' })
  const days = async (environmentId: string) =>
    org.get(`${org.base}/metrics/${key}/days?environmentId=${environmentId}`)
  const send = (name: string, count: number) =>
    org.post('/v1/track', { events: Array.from({ length: count }, () => ({ name, context: { userId: 'ada' } })) })
  await send('request', 5)
  server.moveClock(24 * 60 * minute)
  await send('request', 3)
  await send('slow', 2)
  const { body } = await days(org.environmentId('development'))
  expect(body.items).toHaveLength(14)
  const day = (at: number) => body.items.at(at)
  expect([day(-1), day(-2), day(-3)]).toMatchObject([
    { events: 2, denominatorEvents: 3, date: new Date(server.deps.nowUs() / 1_000).toISOString().slice(0, 10) },
    { events: 0, denominatorEvents: 5 },
    { events: 0, denominatorEvents: 0 },
  ])
  expect((await days(org.environmentId('production'))).body.items.at(-1)).toMatchObject({ events: 0 })
  expect((await days('env_of-nobody')).status).toBe(404)
})
