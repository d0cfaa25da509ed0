import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { shortRests } from '../../src/testing/servers/short-rests.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

// A process keeps for this long what it knows of experiments, if nothing new is named: others may have stopped one since.
const rests = { ...shortRests.telemetry, trackingMs: 3_600_000 }
const server = await startTestServer({ analytics: true, stopClock: true, telemetry: { rests } })
const org = await server.newOrganization()
const experiments = experimentsOf(org)
const minute = 60_000
const day = 24 * 60 * minute
/** A minute's window and its grace. */
const matured = 2 * minute + 1_000

const nowMs = (): number => Math.floor(server.deps.nowUs() / 1_000)
const track = (body: object) => org.post('/v1/track', body)
const exposure = (flagKey: string, userId: string, fields: object = {}) => ({
  flagKey,
  ruleId: 'rule_split',
  variant: compileSplit(flagKey, split()).variantOf(userId),
  context: { userId },
  ...fields,
})
const event = (name: string, userId: string, fields: object = {}) => ({ name, context: { userId }, ...fields })
const people = (count: number, word: string): string[] => Array.from({ length: count }, (_, at) => `${word}-${at}`)

const resultsOf = async (id: string): Promise<Json> => (await org.get(`/v1/experiments/${id}/results`)).body
const sumOf = (results: Json, of: 'exposed' | 'matured'): number => results.units.blue[of] + results.units.green[of]

/** The results, when everybody of so many is counted. The clock goes on: a run that was under way may set the next one later. */
const countedOf = (id: string, units: number): Promise<Json> =>
  vi.waitFor(async () => {
    server.moveClock(minute)
    const results = await resultsOf(id)
    expect(sumOf(results, 'matured')).toBe(units)
    return results
  })

const runWith = async (metrics: readonly object[], fields: object = {}) => {
  const keys: string[] = []
  for (const metric of metrics) keys.push((await experiments.createMetric({ window: 60, ...metric })).key)
  const [primary, ...secondary] = keys
  return { ...(await experiments.run({ primary, secondary, ...fields })), keys }
}

test.each([
  ['ahead', day],
  ['behind', -day],
])('what a machine tells whose clock is a day %s counts when it happened', async (_, offMs) => {
  const name = `tapped-${offMs}`
  const { id, key: flagKey } = await runWith([{ event: name }])
  const theirs = nowMs() + offMs
  const { body } = await track({
    sentAt: theirs,
    exposures: [exposure(flagKey, 'ada', { at: theirs })],
    events: [event(name, 'ada', { at: new Date(theirs + 1).toISOString() })],
  })
  expect(body).toMatchObject({ accepted: 2, rejected: [] })
  server.moveClock(matured)
  const { metrics } = await countedOf(id, 1)
  const means = Object.values<Json>(metrics[0].variants).map(({ mean }) => mean)
  expect(means.toSorted()).toEqual([1, null])
})

test('a clock that is a day off and does not say so exposes nobody', async () => {
  const { id, key: flagKey } = await runWith([{}])
  const { body } = await track({
    exposures: [
      exposure(flagKey, 'ada', { at: nowMs() + day }),
      // From before the start, as far as anybody can tell.
      exposure(flagKey, 'bob', { at: nowMs() - day }),
    ],
  })
  expect(body).toMatchObject({ accepted: 1, rejected: [{ list: 'exposures', index: 0 }] })
  expect(sumOf(await resultsOf(id), 'exposed')).toBe(0)
})

test('units that are invented with a public key fill half of a day, and no more', async () => {
  const units = 50
  const bytesPerDay = 2 * units * 64
  const small = await startTestServer({ analytics: true, stopClock: true, telemetry: { bytesPerDay } })
  const owner = await small.newOrganization()
  const { id, key: flagKey } = await experimentsOf(owner).run()
  const { key: client } = await owner.createKey({ type: 'client', scopes: ['evaluate', 'telemetry'] })
  const invent = (from: number, key: string) => {
    const exposures = Array.from({ length: 10 }, (_, at) => exposure(flagKey, `nobody-${from + at}`))
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' }
    return small.send('POST', '/v1/track', { key, body: { exposures }, headers })
  }
  for (let from = 0; from < units; from += 10) expect((await invent(from, client)).status).toBe(202)
  const refused = await invent(units, client)
  expect([refused.status, refused.body.error.details[0].message]).toEqual([
    422,
    expect.stringContaining('that client keys may send in a day'),
  ])
  // Servers are not kept from telling by what strangers did.
  expect((await invent(1_000, owner.key)).status).toBe(202)
  const results = (await owner.get(`/v1/experiments/${id}/results`)).body
  expect(sumOf(results, 'exposed')).toBe(units + 10)
  small.moveClock(day)
  expect((await invent(2_000, client)).status).toBe(202)
})

test('names that are invented crowd out no event that a metric names', async () => {
  const { key } = await experiments.createMetric({ event: 'real' })
  const invented = people(1_000, 'invented')
  await track({ events: invented.map((name) => event(name, 'eve')) })
  await track({ events: [event('real', 'ada'), event('one-more-that-is-invented', 'eve')] })
  const environmentId = org.environmentId('development')
  const { body } = await org.get(`${org.base}/metrics/${key}/days?environmentId=${environmentId}`)
  expect(body.items.at(-1)).toMatchObject({ events: 1 })
})

const ends: Record<string, (of: { key: string; path: string }) => Promise<unknown>> = {
  archived: ({ key }) => org.patch(`${org.base}/flags/${key}`, { archived: true }),
  killed: ({ path }) => org.put(path, config({ version: 2, enabled: false, defaultValue: '#000', rules: [] })),
  'promoted over': async ({ key }) => {
    await org.put(org.at(key, 'staging'), config({ defaultValue: 'x' }))
    const [from, to] = [org.environmentId('staging'), org.environmentId('development')]
    return org.post(`${org.base}/promotions`, { from, to, flags: [key], dryRun: false })
  },
  'set back to a version without the split': async ({ path }) => {
    const [{ config: before }] = await org.walk(`${path}/versions`)
    return org.put(path, { ...before, version: 2, rules: [] })
  },
}

for (const [how, end] of Object.entries(ends)) {
  test(`a flag that is ${how} exposes nobody any more, and those who were are counted to the end`, async () => {
    const name = `done-${how.replaceAll(' ', '-')}`
    const { id, key: flagKey, path, read } = await runWith([{ event: name }])
    await track({ exposures: [exposure(flagKey, 'ada')] })
    await end({ key: flagKey, path })
    expect(await read()).toMatchObject({ status: 'stopped' })
    server.moveClock(1_000)
    await track({ exposures: [exposure(flagKey, 'bob')], events: [event(name, 'ada')] })
    server.moveClock(matured)
    const results = await countedOf(id, 1)
    expect([results.isFinal, sumOf(results, 'exposed')]).toEqual([true, 1])
    const means = Object.values<Json>(results.metrics[0].variants).map(({ mean }) => mean)
    expect(means.toSorted()).toEqual([1, null])
  })
}

test('values that are all alike, and a ratio whose denominator never came, say that there is not enough', async () => {
  const { id, key: flagKey } = await runWith([
    { kind: 'sum', event: 'alike' },
    { kind: 'ratio', event: 'alike', denominatorEvent: 'never-sent' },
    { kind: 'conversion', event: 'never-sent' },
  ])
  const names = people(260, 'alike')
  await track({ exposures: names.map((name) => exposure(flagKey, name)) })
  await track({ events: names.map((name) => event('alike', name, { value: 7 })) })
  server.moveClock(matured)
  const { metrics, recommendation } = await countedOf(id, names.length)
  expect(metrics.map(({ variants }: Json) => variants.green)).toMatchObject([
    { mean: 7, deviation: 0, status: 'no_variance', verdict: 'not_enough' },
    { mean: null, deviation: null, status: 'few_denominators', verdict: 'not_enough' },
    { mean: 0, status: 'no_variance', verdict: 'not_enough' },
  ])
  expect(recommendation.kind).toBe('not_enough')
})

test('days on which nothing happened, or nobody came, leave no hole in the figures', async () => {
  const { id, key: flagKey, keys } = await runWith([{ event: 'rare' }])
  await track({ exposures: [exposure(flagKey, 'ada')] })
  server.moveClock(3 * day)
  await track({ exposures: [exposure(flagKey, 'bob')] })
  server.moveClock(1_000)
  await track({ events: [event('rare', 'bob')] })
  server.moveClock(matured)
  await countedOf(id, 2)
  const { body } = await org.get(`/v1/experiments/${id}/results/days?metric=${keys[0]}`)
  const units = body.items.map(({ variants }: Json) => variants.blue.n + variants.green.n)
  expect(units).toEqual([1, 2])
})
