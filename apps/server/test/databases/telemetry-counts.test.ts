import { expect, test } from 'vitest'
import { event, noon, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const path = '/v1/telemetry/events'
const minute = 60_000

const submit = (events: unknown[], as?: string) => org.post(path, { events }, as)

/** The figures of today, freshly aggregated. */
const usageOf = async (flagKey: string, slug = 'development') => {
  const environmentId = org.environmentId(slug)
  await org.post('/v1/telemetry/backfill', { date: today(), environmentId })
  const { body } = await org.get(
    `${org.base}/flags/${flagKey}/usage?environmentId=${environmentId}&from=${today()}&to=${today()}`,
  )
  return body.rows[0]
}

const newFlag = async () => (await org.createFlag()).key as string

test('events are accepted and counted', async () => {
  const flagKey = await newFlag()
  const answer = await submit([
    event(org, { flagKey }),
    event(org, { flagKey, value: false, reason: 'DEFAULT', ruleId: undefined }),
  ])
  expect(answer).toMatchObject({ status: 202, body: { accepted: 2, rejected: [] } })
  expect(await usageOf(flagKey)).toEqual({
    date: today(),
    totalEvaluations: 2,
    valueDistribution: { true: 1, false: 1 },
    ruleMatchCount: 1,
    defaultCount: 1,
    errorCount: 0,
  })
})

test('names of prototypes are keys and values like any others', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const flagKey = await newFlag()
  const events = names.flatMap((name) => [event(org, { flagKey: name }), event(org, { flagKey, value: name })])
  expect((await submit(events)).body.accepted).toBe(8)
  const { valueDistribution } = await usageOf(flagKey)
  expect(Object.entries(valueDistribution).sort()).toEqual(names.map((name) => [name, 1]).sort())
})

test('values are counted by their JSON text without quotes, whatever is in it', async () => {
  const flagKey = await newFlag()
  const values = [true, 'true', 3.5, '3.5', null, 'null', '', 'tab\tline\nback\\slash', 'é🎏', 1e21, -0]
  await submit(values.map((value) => event(org, { flagKey, value })))
  expect((await usageOf(flagKey)).valueDistribution).toEqual({
    true: 2,
    '3.5': 2,
    null: 2,
    '': 1,
    'tab\tline\nback\\slash': 1,
    'é🎏': 1,
    '1e+21': 1,
    '0': 1,
  })
})

test('reasons are counted as rule, default, error, or in the total only', async () => {
  const flagKey = await newFlag()
  const reasons = ['RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'DISABLED', 'FLAG_NOT_FOUND', 'ERROR', 'ERROR']
  await submit(reasons.map((reason) => event(org, { flagKey, reason })))
  expect(await usageOf(flagKey)).toMatchObject({
    totalEvaluations: 7,
    ruleMatchCount: 2,
    defaultCount: 2,
    errorCount: 2,
  })
})

const once = (key: string, events: unknown[], as = org.key) =>
  server.send('POST', path, { key: as, body: { events }, headers: { 'idempotency-key': key } })

test('a batch that is sent again under its Idempotency-Key counts once, and is answered as before', async () => {
  const flagKey = await newFlag()
  const events = [event(org, { flagKey }), event(org, { flagKey, reason: 'WHY' })]
  const first = await once('batch-1', events)
  expect(first.body).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] })
  const again = await Promise.all(Array.from({ length: 5 }, () => once('batch-1', events)))
  for (const { status, body } of again) expect({ status, body }).toEqual({ status: 202, body: first.body })
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 1 })
  await once('batch-2', events)
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 2 })
})

test('of the same batch sent many times at once, one counts', async () => {
  const flagKey = await newFlag()
  const answers = await Promise.all(Array.from({ length: 20 }, () => once('at-once', [event(org, { flagKey })])))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 1 })
})

test('a key is forgotten after a day: then the batch counts again', async () => {
  const flagKey = await newFlag()
  await once('for-a-day', [event(org, { flagKey, evaluatedAt: noon(2) })])
  server.moveClock(25 * 60 * minute)
  try {
    await once('for-a-day', [event(org, { flagKey, evaluatedAt: noon(2) })])
    const environmentId = org.environmentId('development')
    const date = new Date(noon(2)).toISOString().slice(0, 10)
    await org.post('/v1/telemetry/backfill', { date, environmentId })
    const { body } = await org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${environmentId}`)
    expect(body.rows).toMatchObject([{ date, totalEvaluations: 2 }])
  } finally {
    server.moveClock(-25 * 60 * minute)
  }
})
