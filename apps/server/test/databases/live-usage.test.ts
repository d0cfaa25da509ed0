import { limits, otherValues } from '@bunting/contract'
import { expect, test, vi } from 'vitest'
import { event } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true, stopClock: true })
const minuteMs = 60_000
const nowMs = () => Math.floor(server.deps.nowUs() / 1_000)

const read = (org: TestOrganization, flagKey: string, slug = 'development') =>
  org.get(`${org.base}/flags/${flagKey}/usage/live?environmentId=${org.environmentId(slug)}`)

const send = async (org: TestOrganization, events: object[]) =>
  expect((await org.post('/v1/telemetry/events', { events })).body.accepted).toBe(events.length)

const startOf = (ms: number) => new Date(ms - (ms % minuteMs)).toISOString()

test('the last hour is shown by the minute in which flags were evaluated, and what arrives later is added', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  expect((await read(org, flagKey)).body).toEqual({ lastEvaluatedAt: null, minutes: [] })
  const now = nowMs()
  const at = (minutesAgo: number, fields: object = {}) =>
    event(org, { flagKey, evaluatedAt: now - minutesAgo * minuteMs, value: 'a', ...fields })
  await send(org, [at(60), at(59, { count: 3 }), at(2), at(2, { value: 'b' }), at(2), event(org), at(-1)])
  const [hourAgo, twoAgo] = [
    { at: startOf(now - 59 * minuteMs), total: 3, values: { a: 3 } },
    { at: startOf(now - 2 * minuteMs), total: 3, values: { a: 2, b: 1 } },
  ]
  const shown = { lastEvaluatedAt: new Date(now - 2 * minuteMs).toISOString(), minutes: [hourAgo, twoAgo] }
  await vi.waitFor(async () => expect((await read(org, flagKey)).body).toEqual(shown))
  expect((await read(org, flagKey, 'staging')).body.minutes).toEqual([])

  await send(org, [at(2, { value: 'b' }), at(0, { value: 'b' })])
  const more = [
    hourAgo,
    { ...twoAgo, total: 4, values: { a: 2, b: 2 } },
    { at: startOf(now), total: 1, values: { b: 1 } },
  ]
  await vi.waitFor(async () => expect((await read(org, flagKey)).body.minutes).toEqual(more))
  expect((await read(org, flagKey)).body.lastEvaluatedAt).toBe(new Date(now).toISOString())
})

test('a summary has the last hour of all environments together, and when the last evaluation was', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const summary = async () => (await org.get(`${org.base}/flags/summaries?keys=${flagKey}`)).body.items[0]
  expect(await summary()).toMatchObject({ lastHour: 0, lastEvaluatedAt: null, lastEvaluatedOn: null })
  const now = nowMs()
  const at = (minutesAgo: number, slug: string) =>
    event(org, { flagKey, environmentId: org.environmentId(slug), evaluatedAt: now - minutesAgo * minuteMs })
  await send(org, [at(60, 'staging'), at(5, 'staging'), at(2, 'production'), at(-1, 'production')])
  const lastEvaluatedAt = new Date(now + minuteMs).toISOString()
  await vi.waitFor(async () => expect(await summary()).toMatchObject({ lastHour: 2, lastEvaluatedAt }))
})

test('who evaluated a flag in the last 24 hours is told by environment and kind of SDK, and nobody else', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const [staging, production] = [org.environmentId('staging'), org.environmentId('production')]
  const now = nowMs()
  const at = (hoursAgo: number, fields: object) =>
    event(org, { flagKey, evaluatedAt: now - hoursAgo * 60 * minuteMs, ...fields })
  const day = async () => (await org.get(`${org.base}/flags/${flagKey}/usage/day`)).body
  expect(await day()).toEqual({ items: [] })
  await send(org, [
    at(26, { environmentId: production }),
    at(23, { environmentId: staging, sdkType: 'client', count: 2 }),
    at(1, { environmentId: production, sdkType: 'server', count: 3 }),
    at(2, { environmentId: production, sdkType: 'server', count: 4 }),
    at(2, { environmentId: production, sdkType: 'client' }),
  ])
  const time = (hoursAgo: number) => new Date(now - hoursAgo * 60 * minuteMs).toISOString()
  const items = [
    { environmentId: production, sdkType: 'server', total: 7, lastEvaluatedAt: time(1) },
    { environmentId: staging, sdkType: 'client', total: 2, lastEvaluatedAt: time(23) },
    { environmentId: production, sdkType: 'client', total: 1, lastEvaluatedAt: time(2) },
  ]
  await vi.waitFor(async () => expect(await day()).toEqual({ items }))
  server.moveClock(25 * 60 * minuteMs)
  try {
    await send(org, [event(org, { flagKey: (await org.createFlag()).key, evaluatedAt: nowMs() })])
    expect(await day()).toEqual({ items: [] })
  } finally {
    server.moveClock(-25 * 60 * minuteMs)
  }
})

test('a batch that is sent twice is shown once', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const post = () =>
    server.send('POST', '/v1/telemetry/events', {
      key: org.key,
      headers: { 'idempotency-key': 'the-same' },
      body: { events: [event(org, { flagKey, evaluatedAt: nowMs() })] },
    })
  expect([(await post()).status, (await post()).status]).toEqual([202, 202])
  await send(org, [event(org, { flagKey, evaluatedAt: nowMs() })])
  await vi.waitFor(async () => expect((await read(org, flagKey)).body.minutes[0]?.total).toBe(2))
})

test('of invented values so many are named and the others counted together, however long they are', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  const values = Array.from({ length: limits.liveValues + 20 }, (_, at) => `${at} ${'ä'.repeat(1_000)}`)
  await send(
    org,
    values.map((value) => event(org, { flagKey, value, evaluatedAt: nowMs() })),
  )
  const total = values.length
  await vi.waitFor(async () => expect((await read(org, flagKey)).body.minutes[0]?.total).toBe(total))
  const shown = (await read(org, flagKey)).body.minutes[0].values
  expect(Object.keys(shown)).toHaveLength(limits.liveValues + 1)
  expect(shown).toMatchObject({ [otherValues]: 20, [values[0] as string]: 1 })
})

test('what is over an hour old is not kept', async () => {
  const org = await server.newOrganization()
  const [{ key: before }, { key: after }] = [await org.createFlag(), await org.createFlag()]
  const rowsOf = (flagKey: string) =>
    server.execute(
      `select * from usage_minutes where flag_key = '${flagKey}' and environment_id = '${org.environmentId('development')}'`,
    )
  await send(org, [event(org, { flagKey: before, evaluatedAt: nowMs() })])
  await vi.waitFor(async () => expect(await rowsOf(before)).toHaveLength(1))
  server.moveClock(80 * minuteMs)
  expect((await read(org, before)).body).toEqual({ lastEvaluatedAt: null, minutes: [] })
  await send(org, [event(org, { flagKey: after, evaluatedAt: nowMs() })])
  await vi.waitFor(async () => expect(await rowsOf(before)).toHaveLength(0))
  expect(await rowsOf(after)).toHaveLength(1)
})

test('an environment that is not of the project is not found', async () => {
  const [org, other] = [await server.newOrganization(), await server.newOrganization()]
  const { key } = await org.createFlag()
  for (const id of [other.environmentId('development'), 'env_nobody', '']) {
    expect((await org.get(`${org.base}/flags/${key}/usage/live?environmentId=${id}`)).status).toBe(404)
  }
  expect((await org.get(`${org.base}/flags/${key}/usage/live`)).status).toBe(422)
})

test('an overview has the evaluations of each of the last 24 hours, of all flags and environments together', async () => {
  const org = await server.newOrganization()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  const hourMs = 60 * minuteMs
  const now = nowMs()
  const at = (hoursAgo: number, flagKey: string, slug: string) =>
    event(org, { flagKey, environmentId: org.environmentId(slug), evaluatedAt: now - hoursAgo * hourMs })
  await send(org, [
    at(0, one.key, 'staging'),
    at(0, other.key, 'production'),
    at(3, one.key, 'production'),
    at(24, one.key, 'production'),
  ])
  const hours = async () => (await org.get(`${org.base}/overview`)).body.hours
  await vi.waitFor(async () => expect((await hours()).at(-1).evaluations).toBe(2))
  const shown = await hours()
  expect(shown.map((hour: { evaluations: number }) => hour.evaluations)).toEqual([...Array(20).fill(0), 1, 0, 0, 2])
  expect(shown.at(-1).from).toBe(new Date(Math.floor(now / hourMs) * hourMs).toISOString())
  const elsewhere = await server.newOrganization()
  const { body } = await elsewhere.get(`${elsewhere.base}/overview`)
  expect(body.hours.every((hour: { evaluations: number }) => hour.evaluations === 0)).toBe(true)
})
