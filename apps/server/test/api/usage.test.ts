import { expect, test } from 'vitest'
import { daysAgo, event, noon, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

/** A flag that was evaluated on the days `ago`: one day ago twice, two days ago three times, and so on. */
const flagEvaluated = async (org: TestOrganization, ...ago: number[]): Promise<string> => {
  const { key: flagKey } = await org.createFlag()
  const events = ago.flatMap((days) =>
    Array.from({ length: days + 1 }, () => event(org, { flagKey, evaluatedAt: noon(days) })),
  )
  expect((await org.post('/v1/telemetry/events', { events })).body.accepted).toBe(events.length)
  return flagKey
}

const read = (org: TestOrganization, flagKey: string, query = '', slug = 'development') =>
  org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${org.environmentId(slug)}${query}`)

/** Runs work with the clock moved ahead. */
const later = async <Result>(days: number, work: () => Promise<Result>): Promise<Result> => {
  server.moveClock(days * dayMs)
  try {
    return await work()
  } finally {
    server.moveClock(-days * dayMs)
  }
}

test('without from and to the last 30 days are shown, oldest first, and days without evaluations left out', async () => {
  const org = await server.newOrganization('pro')
  const flagKey = await flagEvaluated(org, 29, 3, 1)
  await server.runNightly()
  const { status, body } = await read(org, flagKey)
  expect(status).toBe(200)
  expect({ ...body, rows: [] }).toEqual({
    flagKey,
    environmentId: org.environmentId('development'),
    from: daysAgo(29),
    to: today(),
    rows: [],
  })
  expect(body.rows.map(({ date, totalEvaluations }: never) => [date, totalEvaluations])).toEqual([
    [daysAgo(29), 30],
    [daysAgo(3), 4],
    [daysAgo(1), 2],
  ])
  expect((await read(org, flagKey, '', 'staging')).body.rows).toEqual([])
})

test('from and to are both shown', async () => {
  const org = await server.newOrganization('pro')
  const flagKey = await flagEvaluated(org, 4, 3, 2, 1)
  await server.runNightly()
  const { body } = await read(org, flagKey, `&from=${daysAgo(3)}&to=${daysAgo(2)}`)
  expect(body.rows.map((row: { date: string }) => row.date)).toEqual([daysAgo(3), daysAgo(2)])
})

test('the Free plan sees 7 days: an earlier from is moved, and said so only where it was asked for', async () => {
  const org = await server.newOrganization('free')
  const flagKey = await flagEvaluated(org, 7, 6, 1)
  await server.runNightly()
  const asked = await read(org, flagKey, `&from=${daysAgo(7)}`)
  expect(asked.body).toMatchObject({ from: daysAgo(6), to: today(), clampedFrom: true })
  expect(asked.body.rows.map((row: { date: string }) => row.date)).toEqual([daysAgo(6), daysAgo(1)])
  const unasked = await read(org, flagKey)
  expect(unasked.body).toMatchObject({ from: daysAgo(6), rows: asked.body.rows })
  expect(unasked.body).not.toHaveProperty('clampedFrom')
  expect((await read(org, flagKey, `&from=${daysAgo(6)}`)).body).not.toHaveProperty('clampedFrom')
})

test('the Pro plan sees 90 days', async () => {
  const org = await server.newOrganization('pro')
  const flagKey = await flagEvaluated(org, 1)
  await server.runNightly()
  const inWindow = await later(88, () => read(org, flagKey, `&from=${daysAgo(1)}&to=${daysAgo(1)}`))
  expect(inWindow.body).toMatchObject({ from: daysAgo(1), rows: [{ totalEvaluations: 2 }] })
  expect(inWindow.body).not.toHaveProperty('clampedFrom')
  const before = await later(89, () => read(org, flagKey, `&from=${daysAgo(1)}&to=${today()}`))
  expect(before.body).toMatchObject({ from: today(), clampedFrom: true, rows: [] })
})

test('a window that the plan empties has no rows', async () => {
  const org = await server.newOrganization('free')
  const flagKey = await flagEvaluated(org, 20)
  await server.runNightly()
  const { status, body } = await read(org, flagKey, `&from=${daysAgo(25)}&to=${daysAgo(15)}`)
  expect({ status, rows: body.rows, from: body.from, to: body.to }).toEqual({
    status: 200,
    rows: [],
    from: daysAgo(6),
    to: daysAgo(15),
  })
})

test('a range is judged as it was asked for, whatever the plan shows of it', async () => {
  const org = await server.newOrganization('free')
  const { key } = await org.createFlag()
  const bad: [string, string][] = [
    [`&from=${daysAgo(90)}`, 'from'],
    [`&from=${daysAgo(100)}&to=${daysAgo(10)}`, 'from'],
    [`&from=${today()}&to=${daysAgo(1)}`, 'from'],
    [`&to=${daysAgo(40)}`, 'from'],
    ['&from=2026-02-30', 'from'],
    ['&to=2026-13-01', 'to'],
    ['&to=today', 'to'],
    ['&from=', 'from'],
    ['&from=2026-1-1', 'from'],
  ]
  for (const [query, path] of bad) {
    const answer = await read(org, key, query)
    expect(answer, query).toMatchObject({ status: 422, body: { error: { details: [{ path }] } } })
  }
  expect((await read(org, key, `&from=${daysAgo(89)}`)).status).toBe(200)
  expect((await org.get(`${org.base}/flags/${key}/usage`)).body.error.details).toEqual([
    { path: 'environmentId', message: 'is required' },
  ])
})

test('an environment that is not the project’s is not found', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  const { key } = await org.createFlag()
  for (const id of [other.environmentId('development'), 'env_nobody', '']) {
    expect((await org.get(`${org.base}/flags/${key}/usage?environmentId=${id}`)).status).toBe(404)
  }
  expect((await read(org, 'nobody')).status).toBe(404)
})
