import { expect, test } from 'vitest'
import { event, noon, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const path = '/v1/telemetry/events'
const minute = 60_000
const day = 24 * 60 * minute

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

test('an event may stand for several evaluations that were alike', async () => {
  const flagKey = await newFlag()
  const answer = await submit([event(org, { flagKey, count: 1_000_000 }), event(org, { flagKey, value: false })])
  expect(answer.body).toEqual({ accepted: 2, rejected: [] })
  const valueDistribution = { true: 1_000_000, false: 1 }
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 1_000_001, valueDistribution })
})

test('a bad event is told what is wrong with it, and does not cost the others', async () => {
  const flagKey = await newFlag()
  const bad: [object, string][] = [
    [{ flagKey: undefined }, 'flagKey is required'],
    [{ flagKey: '' }, 'flagKey must not be empty'],
    [{ flagKey: 7 }, 'flagKey must be string'],
    [{ flagKey: 'a\0b' }, 'null byte'],
    [{ flagKey: '\ud800' }, 'surrogate'],
    [{ value: undefined }, 'value is required'],
    [{ value: ['x'.repeat(70_000)] }, 'value must have at most 64 KiB'],
    [{ value: {}, variant: 7 }, 'variant must be string'],
    [{ value: 'x'.repeat(10_001) }, 'at most 10000'],
    [{ reason: 'WHY' }, 'reason must be one of'],
    [{ sdkType: 'toaster' }, 'sdkType must be one of server, client, edge'],
    [{ sdkVersion: 1 }, 'sdkVersion must be string'],
    [{ ruleId: 5 }, 'ruleId must be string'],
    [{ orgId: 'org_other' }, 'orgId must be'],
    [{ environmentId: undefined }, 'environmentId is required'],
    [{ environmentId: 'env_other' }, 'environmentId must be'],
    [{ evaluatedAt: undefined }, 'evaluatedAt must be'],
    [{ count: 0 }, 'count must be a whole number'],
    [{ count: 1.5 }, 'count must be a whole number'],
    [{ count: 1_000_001 }, 'count must be a whole number'],
    [{ evaluatedAt: 'yesterday' }, 'evaluatedAt must be'],
    [{ evaluatedAt: '2026-02-30' }, 'evaluatedAt must be'],
    [{ evaluatedAt: Date.now() - 31 * day }, 'over 30 days old'],
    [{ evaluatedAt: Date.now() + 11 * minute }, '10 minutes ahead'],
  ]
  const events = [...bad.map(([fields]) => event(org, { flagKey, ...fields })), null, 'x', [], event(org, { flagKey })]
  const { status, body } = await submit(events)
  expect(status).toBe(202)
  expect(body.accepted).toBe(1)
  expect(body.rejected).toEqual([
    ...bad.map(([, message], index) => ({ index, message: expect.stringContaining(message) })),
    ...[0, 1, 2].map((more) => ({ index: bad.length + more, message: 'must be an object' })),
  ])
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 1 })
})

test('only where every event is bad is it a 422, with each one’s fault', async () => {
  const answer = await submit([event(org, { reason: 'WHY' }), 7])
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'VALIDATION_ERROR', details: [{ path: 'events[0]' }, { path: 'events[1]' }] } },
  })
})

test('a batch has 1 to 1,000 events', async () => {
  expect((await submit([])).status).toBe(422)
  expect((await org.post(path, {})).status).toBe(422)
  const thousand = Array.from({ length: 1_000 }, () => event(org))
  expect((await submit(thousand)).body.accepted).toBe(1_000)
  expect((await submit([...thousand, event(org)])).status).toBe(422)
})

test('a body may have 1 MiB and no more', async () => {
  const padded = (length: number) => submit([event(org, { comment: 'x'.repeat(length) })])
  expect((await padded(1_000_000)).status).toBe(202)
  expect((await padded(1_048_576)).status).toBe(413)
})

test('fields that are not known are ignored, and what an SDK is not told may be missing', async () => {
  const lean = { orgId: undefined, flagId: undefined, ruleId: null, weather: { rain: [true, '\0'] } }
  expect((await submit([event(org, lean)])).body).toEqual({ accepted: 1, rejected: [] })
})

test('times come as ISO 8601 or as milliseconds, and up to 30 days late', async () => {
  const hour = new Date(noon(1)).toISOString().slice(0, 13)
  const times = [`${hour}:00:00.123Z`, `${hour}:00Z`, `${hour}:00:00+02:00`, Date.now(), Date.now() - 30 * day + minute]
  const { body } = await submit(times.map((evaluatedAt) => event(org, { evaluatedAt })))
  expect(body).toEqual({ accepted: times.length, rejected: [] })
})

test('an object counts under its variant, else under the beginning of its JSON text', async () => {
  const flagKey = await newFlag()
  const long = ['x'.repeat(300)]
  await submit([
    event(org, { flagKey, value: { a: 1 }, variant: 'calm' }),
    event(org, { flagKey, value: { b: [1, null] }, variant: 'calm' }),
    event(org, { flagKey, value: { b: [1, null] } }),
    event(org, { flagKey, value: long }),
    // A value without a variant is counted by its text.
    event(org, { flagKey, value: true, variant: 'calm' }),
  ])
  expect((await usageOf(flagKey)).valueDistribution).toEqual({
    calm: 2,
    '{"b":[1,null]}': 1,
    [JSON.stringify(long).slice(0, 200)]: 1,
    true: 1,
  })
})

test('a server key tells of every environment of its organization, a client key of its own alone', async () => {
  const flagKey = await newFlag()
  const { key: client } = await org.createKey({ type: 'client' })
  const inStaging = event(org, { flagKey, environmentId: org.environmentId('staging') })
  expect((await submit([inStaging])).status).toBe(202)
  expect(await usageOf(flagKey, 'staging')).toMatchObject({ totalEvaluations: 1 })
  const answer = await submit([inStaging, event(org, { flagKey, sdkType: 'client' })], client)
  expect(answer.body).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] })
  const other = await server.newOrganization()
  const foreign = await submit([event(org, { environmentId: other.environmentId('staging') })])
  expect(foreign.status).toBe(422)
})

test('a key without the telemetry scope, or none, tells of nothing', async () => {
  const { key } = await org.createKey({ scopes: ['evaluate', 'manage'] })
  expect(await submit([event(org)], key)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  const { key: only } = await org.createKey({ scopes: ['telemetry'] })
  expect((await submit([event(org)], only)).status).toBe(202)
  expect(await server.send('POST', path, { body: { events: [event(org)] } })).toMatchObject({
    status: 401,
    body: { error: { code: 'UNAUTHORIZED' } },
  })
})

const once = (key: string, events: unknown[], as = org.key) =>
  server.send('POST', path, { key: as, body: { events }, headers: { 'idempotency-key': key } })

test('an Idempotency-Key is each API key’s own, and has to be sane', async () => {
  const flagKey = await newFlag()
  const { key: other } = await org.createKey()
  await once('shared', [event(org, { flagKey })])
  await once('shared', [event(org, { flagKey })], other)
  expect(await usageOf(flagKey)).toMatchObject({ totalEvaluations: 2 })
  for (const bad of ['a b', 'x'.repeat(256)]) {
    expect(await once(bad, [event(org)])).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'Idempotency-Key' }] } },
    })
  }
})

test('browsers of any origin may call it, also to be told of an error', async () => {
  const preflight = await server.fetch(path, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const refused = await server.fetch(path, { method: 'POST', headers: { origin: 'https://shop.example' }, body: '{}' })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  const elsewhere = await server.fetch('/v1/projects', { headers: { origin: 'https://shop.example' } })
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
})
