import { expect, test } from 'vitest'
import type { RecordedBatch } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { today } from '../../src/testing/events.ts'
import { startTestServer, type TestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

/** A flag that is on for Ada, and a client that evaluates it. */
const prepare = async (server: TestServer) => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const rules = [{ value: true, conditions: [{ attribute: 'userId', operator: 'equals', value: 'ada' }] }]
  await org.put(org.at(flagKey), config({ rules }))
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const ofrep = (key: string, targetingKey: string) =>
    delivery.send('POST', `/ofrep/v1/evaluate/flags/${key}`, { context: { targetingKey } })
  return { org, flagKey, delivery, ofrep }
}

const usage = async (server: TestServer, org: TestOrganization, flagKey: string) => {
  await server.flushRecorded()
  const environmentId = org.environmentId('development')
  await org.post('/v1/telemetry/backfill', { date: today(), environmentId })
  const { body } = await org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${environmentId}`)
  return body.rows[0]
}

test('with `ofrep` what was asked for over OFREP is recorded, and nothing else', async () => {
  const server = await startTestServer({ analytics: true, delivery: { record: 'ofrep' } })
  const { org, flagKey, delivery, ofrep } = await prepare(server)
  for (const user of ['ada', 'ada', 'bob']) expect((await ofrep(flagKey, user)).status).toBe(200)
  await delivery.send('POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey: 'bob' } })
  await delivery.evaluate(flagKey, { userId: 'ada' })
  await delivery.bulk([flagKey], { userId: 'ada' })
  expect(await usage(server, org, flagKey)).toEqual({
    date: today(),
    totalEvaluations: 4,
    valueDistribution: { true: 2, false: 2 },
    ruleMatchCount: 2,
    defaultCount: 2,
    errorCount: 0,
  })
  await ofrep(flagKey, 'ada')
  expect(await usage(server, org, flagKey)).toMatchObject({ totalEvaluations: 5 })
})

test('with `all` every evaluation is, also of a flag that is not there', async () => {
  const server = await startTestServer({ analytics: true, delivery: { record: 'all' } })
  const { org, flagKey, delivery, ofrep } = await prepare(server)
  const { key: configless } = await org.createFlag()
  await delivery.evaluate(flagKey, { userId: 'ada' })
  await delivery.bulk([flagKey, configless], { userId: 'bob' })
  await ofrep(flagKey, 'ada')
  await delivery.evaluate(configless)
  expect(await usage(server, org, flagKey)).toMatchObject({
    totalEvaluations: 3,
    valueDistribution: { true: 2, false: 1 },
  })
  expect(await usage(server, org, configless)).toMatchObject({
    totalEvaluations: 2,
    valueDistribution: { null: 2 },
    ruleMatchCount: 0,
    defaultCount: 0,
  })
})

test('with `none` nothing is', async () => {
  const server = await startTestServer({ analytics: true, delivery: { record: 'none' } })
  const { org, flagKey, delivery, ofrep } = await prepare(server)
  await delivery.evaluate(flagKey)
  await ofrep(flagKey, 'ada')
  expect(await usage(server, org, flagKey)).toBeUndefined()
})

test('what cannot be handed over is kept until it can, and what comes twice counts once', async () => {
  const edge = { away: true, batches: [] as RecordedBatch[] }
  const server = await startTestServer({
    analytics: true,
    delivery: { record: 'all' },
    wrapEdge: (real) => ({
      ...real,
      record: async (batch) => {
        if (edge.away) throw new Error('away')
        edge.batches.push(batch)
        await real.record(batch)
        await real.record(batch)
      },
    }),
  })
  const { org, flagKey, delivery } = await prepare(server)
  for (let window = 0; window < 3; window++) {
    await delivery.evaluate(flagKey)
    await server.flushRecorded()
  }
  expect(edge.batches).toEqual([])
  expect(server.logged.filter((line) => line.includes('not taken now'))).toHaveLength(1)
  edge.away = false
  expect(await usage(server, org, flagKey)).toMatchObject({ totalEvaluations: 3 })
  expect(edge.batches).toHaveLength(3)
})

test('of very many keys that are not there a window keeps a thousand apart, and counts all', async () => {
  const batches: RecordedBatch[] = []
  const server = await startTestServer({
    analytics: true,
    delivery: { record: 'all' },
    wrapEdge: (real) => ({
      ...real,
      record: async (batch) => {
        batches.push(batch)
        await real.record(batch)
      },
    }),
  })
  const { org, flagKey, delivery } = await prepare(server)
  // Enough that one recording window has more than a thousand, even if the next window begins meanwhile.
  const requests = Array.from({ length: 25 }, (_, request) =>
    delivery.bulk(Array.from({ length: 100 }, (_, index) => `invented-${request}-${index}`)),
  )
  await Promise.all(requests)
  await delivery.evaluate(flagKey)
  expect(await usage(server, org, flagKey)).toMatchObject({ totalEvaluations: 1 })
  const counts = batches.flatMap((batch) => batch.counts)
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2_501)
  const together = counts.filter((one) => one.flagKey === '*').reduce((sum, { count }) => sum + count, 0)
  expect(together).toBeGreaterThan(0)
})

test('an answer never waits for what is recorded', async () => {
  const edge = Promise.withResolvers<void>()
  const server = await startTestServer({
    analytics: true,
    delivery: { record: 'all' },
    wrapEdge: (real) => ({ ...real, record: () => edge.promise }),
  })
  const { flagKey, delivery } = await prepare(server)
  await delivery.evaluate(flagKey)
  const flushed = server.flushRecorded()
  expect((await delivery.evaluate(flagKey)).status).toBe(200)
  edge.resolve()
  await flushed
})
