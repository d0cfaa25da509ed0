import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { event, today } from '../../src/testing/events.ts'
import { startTestServer, type TestServer } from '../../src/testing/servers/test-server.ts'
import { unboundedMs } from '../../src/testing/servers/unbounded.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const path = '/v1/telemetry/events'
const dayMs = 24 * 60 * 60 * 1_000

const server = await startTestServer({
  analytics: true,
  telemetry: { valuesPerDay: 10 },
  delivery: { record: 'ofrep' },
})

/** An organization with a client key, which everybody who opens the page has. */
const openPage = async (on: TestServer = server) => {
  const org = await on.newOrganization()
  const { key: client } = await org.createKey({ type: 'client' })
  const submit = (events: object[], as = client) =>
    org.post(path, { events: events.map((fields) => event(org, fields)) }, as)
  return { org, client, submit }
}

const backfill = (org: TestOrganization) =>
  org.post('/v1/telemetry/backfill', { date: today(), environmentId: org.environmentId('development') })

/** The figures of today, freshly aggregated. */
const usageOf = async (org: TestOrganization, flagKey: string) => {
  await backfill(org)
  const environmentId = org.environmentId('development')
  const { body } = await org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${environmentId}&from=${today()}`)
  return body.rows[0]
}

const metric = async (name: string): Promise<number> => {
  const text = await (await server.fetch('/metrics')).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )
}
const folded = (reason: string) => metric(`bunting_telemetry_evaluations_folded_total{reason="${reason}"}`)
const refused = (reason: string) => metric(`bunting_telemetry_evaluations_refused_total{reason="${reason}"}`)

const sumOf = (distribution: Record<string, number>): number =>
  Object.values(distribution).reduce((sum, count) => sum + count, 0)

const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))

test('flags that the project does not have become one row of the day, and existing ones are counted as ever', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag()
  const before = await folded('unknown_flag')
  for (const batch of times(5, (index) => index)) {
    const invented = times(999, (index) => ({ flagKey: `invented-${batch}-${index}`, value: `${index}` }))
    expect((await submit([...invented, { flagKey }])).body).toEqual({ accepted: 1_000, rejected: [] })
  }
  expect((await backfill(org)).body.upserted).toBe(2)
  expect(await usageOf(org, flagKey)).toMatchObject({ totalEvaluations: 5, valueDistribution: { true: 5 } })
  expect((await folded('unknown_flag')) - before).toBe(5 * 999)
})

test('what they are counted under is no flag to anybody', async () => {
  const { org, submit } = await openPage()
  for (const flagKey of ['invented', '*', '…', 'x'.repeat(1_000), '__proto__']) await submit([{ flagKey }])
  expect((await backfill(org)).body.upserted).toBe(1)
  const environmentId = org.environmentId('development')
  for (const key of ['*', 'invented', '%2A']) {
    expect((await org.get(`${org.base}/flags/${key}/usage?environmentId=${environmentId}`)).status).toBe(404)
  }
  expect((await org.get(`${org.base}/flags/summaries?keys=*,invented`)).body.items).toEqual([])
  expect((await org.get(`${org.base}/flags/stale?days=1`)).body.items).toEqual([])
})

test('a server key’s are no other, nor is a flag of another project', async () => {
  const { org, submit } = await openPage()
  const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  await org.post(`/v1/projects/${other.id}/flags`, { key: 'elsewhere', name: 'Elsewhere', type: 'boolean' })
  await submit([{ flagKey: 'elsewhere' }, { flagKey: 'invented' }], org.key)
  expect((await backfill(org)).body.upserted).toBe(1)
})

test('a flag is known from the moment it is made, and stays so when it is archived', async () => {
  const { org, submit } = await openPage()
  const hostile = times(50, (index) => submit([{ flagKey: `invented-${index}` }]))
  for (const _ of times(3, () => 0)) {
    const { key: flagKey } = await org.createFlag()
    await submit([{ flagKey }])
    await org.patch(`${org.base}/flags/${flagKey}`, { archived: true })
    await submit([{ flagKey }])
    expect(await usageOf(org, flagKey)).toMatchObject({ totalEvaluations: 2 })
  }
  await Promise.all(hostile)
})

test('a batch of flags that are known costs no query but the key’s, however many it names', async () => {
  // Turns off periodic writes, which would be counted too.
  const rests = { countsMs: unboundedMs, bytesMs: unboundedMs }
  const silent = await startTestServer({ analytics: true, telemetry: { rests } })
  const { org, submit } = await openPage(silent)
  const keys: string[] = []
  for (const _ of times(5, () => 0)) keys.push((await org.createFlag()).key)
  await submit(keys.map((flagKey) => ({ flagKey })))
  const queries = await silent.queriesOf(async () => {
    for (const flagKey of keys) await submit([{ flagKey }])
  })
  expect(queries).toBe(keys.length)
})

test('keys that are asked for over OFREP and are no flags become one row too', async () => {
  const { org, client } = await openPage()
  const { key: configless } = await org.createFlag()
  const delivery = deliveryClient(server.deliveryUrl, client)
  const before = await folded('unknown_flag')
  const asked = [configless, ...times(20, (index) => `invented-${index}`), 'no%20key']
  for (const key of asked) await delivery.send('POST', `/ofrep/v1/evaluate/flags/${key}`, { context: {} })
  await server.flushRecorded()
  expect((await backfill(org)).body.upserted).toBe(2)
  expect(await usageOf(org, configless)).toMatchObject({ totalEvaluations: 1 })
  expect((await folded('unknown_flag')) - before).toBe(21)
})

test('of more values than a day names the most frequent are named, the others counted together', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  const before = await metric('bunting_aggregation_values_folded_total')
  await submit(times(30, (index) => ({ flagKey, value: `value-${index}`, count: index + 1 })))
  const { totalEvaluations, valueDistribution } = await usageOf(org, flagKey)
  expect(totalEvaluations).toBe(465)
  const named = Object.fromEntries(times(9, (index) => [`value-${29 - index}`, 30 - index]))
  expect(valueDistribution).toEqual({ ...named, '…': 231 })
  expect((await metric('bunting_aggregation_values_folded_total')) - before).toBe(21)
})

test('exactly as many values as a day names are all named', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag({ type: 'number' })
  await submit(times(10, (value) => ({ flagKey, value })))
  const { valueDistribution } = await usageOf(org, flagKey)
  expect(valueDistribution).toEqual(Object.fromEntries(times(10, (value) => [value, 1])))
})

test('values beyond ten times that are not even written down, and every evaluation is counted', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  const before = await folded('too_many_values')
  await submit(times(150, (index) => ({ flagKey, value: `value-${index}-${'x'.repeat(index)}` })))
  await submit([
    { flagKey, value: 'value-3-xxx' },
    { flagKey, value: true },
    { flagKey, value: null },
  ])
  const { totalEvaluations, valueDistribution } = await usageOf(org, flagKey)
  expect(totalEvaluations).toBe(153)
  expect(Object.keys(valueDistribution)).toHaveLength(10)
  expect(sumOf(valueDistribution)).toBe(153)
  expect(valueDistribution['value-3-xxx']).toBe(2)
  expect((await folded('too_many_values')) - before).toBe(50)
})

test('long values are named as far as 64 KiB go, and a value that is called as the others are is one of them', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  await submit([
    ...times(8, (index) => ({ flagKey, value: `${index}${'é'.repeat(9_999)}` })),
    { flagKey, value: '…', count: 7 },
    { flagKey, value: 'short' },
  ])
  const { totalEvaluations, valueDistribution } = await usageOf(org, flagKey)
  expect([totalEvaluations, sumOf(valueDistribution)]).toEqual([16, 16])
  expect(valueDistribution).toMatchObject({ short: 1, '…': 12 })
  expect(Buffer.byteLength(JSON.stringify(valueDistribution))).toBeLessThan(65 * 1024)
})

test('three events of a million count for 30,000 with a client key, which is told so', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag()
  const before = await refused('count_of_client_key')
  const million = { flagKey, count: 1_000_000 }
  const { status, body } = await submit([million, million, million])
  expect({ status, body }).toEqual({ status: 202, body: { accepted: 3, rejected: [], uncounted: 2_970_000 } })
  expect(await usageOf(org, flagKey)).toMatchObject({ totalEvaluations: 30_000 })
  expect((await refused('count_of_client_key')) - before).toBe(2_970_000)
})

test('a client key’s batch counts for 100,000 at most, and no event of it for nothing', async () => {
  const { org, submit } = await openPage()
  const { key: flagKey } = await org.createFlag({ type: 'number' })
  const { body } = await submit(times(1_000, (value) => ({ flagKey, value: value % 3, count: 10_000 })))
  expect(body).toEqual({ accepted: 1_000, rejected: [], uncounted: 9_900_000 })
  const { totalEvaluations, valueDistribution } = await usageOf(org, flagKey)
  expect(totalEvaluations).toBe(100_000)
  expect(valueDistribution[2]).toBeGreaterThan(300)
})

test('what is sent again is answered as before, and not counted as refused twice', async () => {
  const { org, client } = await openPage()
  const { key: flagKey } = await org.createFlag()
  const before = await refused('count_of_client_key')
  const again = () =>
    server.send('POST', path, {
      key: client,
      body: { events: [event(org, { flagKey, count: 10_001 })] },
      headers: { 'idempotency-key': 'again' },
    })
  expect((await again()).body).toEqual({ accepted: 1, rejected: [], uncounted: 1 })
  expect((await again()).body).toEqual({ accepted: 1, rejected: [], uncounted: 1 })
  expect((await refused('count_of_client_key')) - before).toBe(1)
})

test('an environment takes so many bytes of events in a day, of which client keys have half', async () => {
  const small = await startTestServer({ analytics: true, telemetry: { bytesPerDay: 40_000 } })
  const { org, submit } = await openPage(small)
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  const before = await refused('bytes_of_day')
  const large = { flagKey, value: 'x'.repeat(10_000) }

  expect((await submit([large, large])).body).toMatchObject({ accepted: 2 })
  const ofClients = await submit([{ flagKey }, { flagKey, reason: 'WHY' }])
  expect(ofClients).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } })
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
  expect(ofClients.body.error.details).toEqual([
    {
      path: 'events[0]',
      message: `environmentId has been sent the 20000 bytes of events that client keys may send in a day: it takes events again from ${tomorrow}T00:00:00Z`,
    },
    { path: 'events[1]', message: expect.stringContaining('reason must be') },
  ])
  const staging = { flagKey, environmentId: org.environmentId('staging') }
  expect((await submit([large, large], org.key)).body).toMatchObject({ accepted: 2 })
  expect((await submit([staging, { flagKey, count: 5 }], org.key)).body).toEqual({
    accepted: 1,
    rejected: [{ index: 1, message: expect.stringContaining('40000 bytes of events for today') }],
  })
  expect((await refused('bytes_of_day')) - before).toBe(6)
  expect(await usageOf(org, flagKey)).toMatchObject({ totalEvaluations: 4 })

  small.moveClock(dayMs)
  expect((await submit([{ flagKey }])).status).toBe(202)
})

test('events of flags that are none take next to nothing of it, and a batch that is sent again nothing', async () => {
  const small = await startTestServer({ analytics: true, telemetry: { bytesPerDay: 20_000 } })
  const { org, client, submit } = await openPage(small)
  const { key: flagKey } = await org.createFlag({ type: 'string' })
  for (const batch of times(30, (index) => index)) {
    const invented = times(1_000, (index) => ({ flagKey: `invented-${batch}-${index}`, value: `${index}` }))
    expect((await submit(invented)).body.accepted).toBe(1_000)
  }
  expect((await backfill(org)).body.upserted).toBe(1)
  for (const _ of times(5, () => 0)) {
    const body = { events: [event(org, { flagKey, value: 'x'.repeat(5_000) })] }
    const answer = await small.send('POST', path, { key: client, body, headers: { 'idempotency-key': 'again' } })
    expect(answer.status).toBe(202)
  }
})
