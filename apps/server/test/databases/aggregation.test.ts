import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { daysAgo, event, noon, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

const evaluate = (org: TestOrganization, flagKey: string, ago: number, fields: object = {}) =>
  org.post('/v1/telemetry/events', { events: [event(org, { flagKey, evaluatedAt: noon(ago), ...fields })] })

const totals = async (org: TestOrganization, flagKey: string, slug = 'development') => {
  const { body } = await org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${org.environmentId(slug)}`)
  return body.rows.map((row: { date: string; totalEvaluations: number }) => [row.date, row.totalEvaluations])
}

const backfill = (org: TestOrganization, date: string, environmentId = org.environmentId('development')) =>
  org.post('/v1/telemetry/backfill', { date, environmentId })

test('the nightly run aggregates every day that is over, in every environment, and not today', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await evaluate(org, key, 2)
  await evaluate(org, key, 1)
  await evaluate(org, key, 1, { environmentId: org.environmentId('staging') })
  await org.post('/v1/telemetry/events', { events: [event(org, { flagKey: key })] })
  expect(await totals(org, key)).toEqual([])
  await server.runNightly()
  expect(await totals(org, key)).toEqual([
    [daysAgo(2), 1],
    [daysAgo(1), 1],
  ])
  expect(await totals(org, key, 'staging')).toEqual([[daysAgo(1), 1]])
  server.moveClock(dayMs)
  await server.runNightly()
  server.moveClock(-dayMs)
  expect(await totals(org, key)).toContainEqual([today(), 1])
})

test('a day that got late events since is done again at the next run, the others are left alone', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await evaluate(org, key, 3)
  await evaluate(org, key, 2)
  await server.runNightly()
  await evaluate(org, key, 3)
  expect(await totals(org, key)).toEqual([
    [daysAgo(3), 1],
    [daysAgo(2), 1],
  ])
  server.logged.length = 0
  await server.runNightly()
  expect(await totals(org, key)).toEqual([
    [daysAgo(3), 2],
    [daysAgo(2), 1],
  ])
  const runs = server.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a day is aggregated')
  expect(runs).toEqual([expect.objectContaining({ day: daysAgo(3), rows: expect.any(Number) })])
  server.logged.length = 0
  await server.runNightly()
  expect(server.logged).toEqual([])
})

test('events that come while a day is aggregated are in its figures after the next run at the latest', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  const arriving = Array.from({ length: 100 }, async (_, index) => {
    for (let turn = 0; turn < index; turn++) await setImmediate()
    await evaluate(org, key, 4)
  })
  for (let run = 0; run < 5; run++) await server.runNightly()
  await Promise.all(arriving)
  await server.runNightly()
  expect(await totals(org, key)).toEqual([[daysAgo(4), 100]])
})

test('two runs at once give what one gives', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  for (let count = 0; count < 5; count++) await evaluate(org, key, 5)
  await Promise.all([server.runNightly(), backfill(org, daysAgo(5)), server.runNightly(), backfill(org, daysAgo(5))])
  expect(await totals(org, key)).toEqual([[daysAgo(5), 5]])
})

test('a backfill aggregates one day of one environment, and says how many flag-days it wrote', async () => {
  const org = await server.newOrganization()
  const [one, two] = [(await org.createFlag()).key, (await org.createFlag()).key]
  await evaluate(org, one, 6)
  await evaluate(org, two, 6)
  await evaluate(org, one, 7)
  await evaluate(org, one, 6, { environmentId: org.environmentId('staging') })
  const environmentId = org.environmentId('development')
  for (const _ of ['first', 'again']) {
    const { status, body } = await backfill(org, daysAgo(6))
    expect({ status, body }).toEqual({ status: 200, body: { date: daysAgo(6), environmentId, upserted: 2 } })
    expect(await totals(org, one)).toEqual([[daysAgo(6), 1]])
  }
  expect(await totals(org, one, 'staging')).toEqual([])
  expect((await backfill(org, daysAgo(8))).body.upserted).toBe(0)
  await server.runNightly()
  expect(await totals(org, one)).toEqual([
    [daysAgo(7), 1],
    [daysAgo(6), 1],
  ])
})

test('a backfill takes today and any past date within retention, for an environment of the organization', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  expect((await backfill(org, today())).status).toBe(200)
  expect((await backfill(org, daysAgo(100))).status).toBe(200)
  for (const date of [daysAgo(101), daysAgo(-1), '2026-02-30', 'yesterday', '']) {
    expect((await backfill(org, date)).body.error?.details, date).toEqual([
      { path: 'date', message: expect.any(String) },
    ])
  }
  for (const id of [other.environmentId('development'), 'env_nobody']) {
    expect((await backfill(org, today(), id)).status).toBe(404)
  }
  const { body } = await org.post('/v1/telemetry/backfill', { date: today(), envId: 'x' })
  expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual(['envId', 'environmentId'])
})

test('events are dropped by whole days when they are past their retention, figures stay', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await evaluate(org, key, 9)
  await evaluate(org, key, 8)
  await server.runNightly()
  server.logged.length = 0
  server.moveClock(92 * dayMs)
  try {
    await server.runNightly()
    const dropped = server.logged.map((line) => JSON.parse(line)).find(({ days }) => days)?.days
    expect(dropped).toContain(daysAgo(9))
    expect(dropped).not.toContain(daysAgo(8))
    expect((await backfill(org, daysAgo(9))).status).toBe(422)
    expect((await backfill(org, daysAgo(8))).body.upserted).toBe(1)
  } finally {
    server.moveClock(-92 * dayMs)
  }
  expect(await totals(org, key)).toEqual([
    [daysAgo(9), 1],
    [daysAgo(8), 1],
  ])
})

test('of very many values a day names the most frequent thousand, and counts them all', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag({ type: 'number' })
  const values = Array.from({ length: 1_500 }, (_, index) => index)
  for (const some of [values.slice(0, 900), values.slice(900), values.slice(1_300)]) {
    const events = some.map((value) => event(org, { flagKey: key, value }))
    await org.post('/v1/telemetry/events', { events })
  }
  await backfill(org, today())
  const path = `${org.base}/flags/${key}/usage?environmentId=${org.environmentId('development')}`
  const [row] = (await org.get(path)).body.rows
  expect(row.totalEvaluations).toBe(1_700)
  expect(Object.keys(row.valueDistribution)).toHaveLength(1_000)
  expect(Object.entries(row.valueDistribution).filter(([, count]) => count === 2)).toHaveLength(200)
})

test('a run’s length, rows and failures are in the metrics', async () => {
  const org = await server.newOrganization()
  const metrics = async () => (await server.fetch('/metrics')).text()
  const failures = async () => /^bunting_aggregation_failures_total \d+$/m.exec(await metrics())?.[0]
  const before = await failures()
  expect(before).toBeDefined()
  await org.post('/v1/telemetry/events', { events: [event(org, { flagKey: (await org.createFlag()).key })] })
  await backfill(org, today())
  const text = await metrics()
  expect(text).toMatch(/^bunting_aggregation_duration_seconds_count [1-9]/m)
  expect(text).toMatch(/^bunting_aggregation_rows_total [1-9]/m)
  expect(await failures()).toBe(before)
  expect(text).toMatch(/^bunting_telemetry_events_total\{outcome="accepted"\} [1-9]/m)
})
