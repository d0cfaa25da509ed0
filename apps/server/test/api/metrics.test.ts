import { expect, test } from 'vitest'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { openCountedUnits } from './support/counted-units.ts'
import { logged } from './support/schedules.ts'

const units = openCountedUnits()
const server = await startTestServer({ analytics: true, units })
const org = await server.newOrganization()
const { createMetric, run, act } = experimentsOf(org)
const path = `${org.base}/metrics`

test('a metric is what it was said to be, with what was left out', async () => {
  const { body } = await org.post(path, { key: 'purchases', name: 'Purchases', kind: 'conversion', event: 'purchase' })
  expect(body).toEqual({
    id: expect.stringMatching(/^met_/),
    projectId: org.project.id,
    key: 'purchases',
    name: 'Purchases',
    description: null,
    kind: 'conversion',
    event: 'purchase',
    denominatorEvent: null,
    direction: 'increase',
    after: 0,
    window: 86_400,
    cap: null,
    adjust: true,
    source: 'any',
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
    archivedAt: null,
  })
  expect((await org.get(`${path}/purchases`)).body).toEqual(body)
  expect(await logged(org, 'metric.')).toMatchObject([
    {
      action: 'metric.created',
      resourceId: body.id,
      meta: { key: 'purchases', name: 'Purchases', kind: 'conversion' },
    },
  ])
})

test('a ratio is not adjusted, and its cap keeps its fraction', async () => {
  const ratio = await createMetric({ kind: 'ratio', event: 'slow', denominatorEvent: 'request', cap: 12.5 })
  expect(ratio).toMatchObject({ adjust: false, cap: 12.5, denominatorEvent: 'request' })
})

const refused: [string, object, string][] = [
  ['a ratio of nothing', { kind: 'ratio' }, 'denominatorEvent'],
  ['a denominator of no ratio', { kind: 'sum', denominatorEvent: 'request' }, 'denominatorEvent'],
  ['a cap of a conversion', { cap: 2 }, 'cap'],
  ['an adjusted ratio', { kind: 'ratio', denominatorEvent: 'request', adjust: true }, 'adjust'],
  ['an event with a space', { event: 'two words' }, 'event'],
  ['a window of a second', { window: 1 }, 'window'],
  ['a window of a year', { window: 31_536_000 }, 'window'],
  ['a cap of nothing', { kind: 'sum', cap: 0 }, 'cap'],
]

for (const [what, fields, field] of refused) {
  test(`${what} is refused`, async () => {
    const { status, body } = await org.post(path, {
      key: 'odd',
      name: 'Odd',
      kind: 'conversion',
      event: 'x',
      ...fields,
    })
    expect([status, body.error.details.map((detail: { path: string }) => detail.path)]).toEqual([422, [field]])
  })
}

test('a key is taken once', async () => {
  const { key } = await createMetric()
  const again = await org.post(path, { key, name: 'Again', kind: 'count', event: 'x' })
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('only its name, its description and whether it is archived change', async () => {
  const { key, id } = await createMetric()
  const { status, body } = await org.patch(`${path}/${key}`, { name: 'Renamed', description: 'Why' })
  expect([status, body.name, body.description]).toEqual([200, 'Renamed', 'Why'])
  for (const fields of [{ window: 60 }, { kind: 'sum' }, { event: 'other' }, { key: 'other' }]) {
    expect((await org.patch(`${path}/${key}`, fields)).body.error.code).toBe('IMMUTABLE_FIELD')
  }
  await org.patch(`${path}/${key}`, { archived: true })
  const entries = (await logged(org, 'metric.updated')).filter(({ resourceId }) => resourceId === id)
  expect(entries.map(({ meta }) => meta)).toEqual([
    { key, name: 'Renamed', kind: 'conversion', description: 'Why' },
    { key, name: 'Renamed', kind: 'conversion', archivedAt: expect.any(String) },
  ])
})

test('metrics are found by a part of their key or name, and apart from those that are archived', async () => {
  const { key } = await createMetric({ name: 'Größe des Korbs' })
  const { key: archived } = await createMetric({ name: 'GRÖSSE, früher' })
  await org.patch(`${path}/${archived}`, { archived: true })
  const keysOf = async (query: string) => (await org.walk(`${path}?${query}`)).map((metric) => metric.key)
  expect(await keysOf(`search=${encodeURIComponent('größe')}`)).toEqual([key])
  expect(await keysOf('search=grösse&archived=true')).toEqual([archived])
  expect(await keysOf('archived=true')).not.toContain(key)
})

test('one that a running experiment counts by is archived after it', async () => {
  const { id, primary } = await run()
  const archive = () => org.patch(`${path}/${primary}`, { archived: true })
  expect(await archive()).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('Greener') } },
  })
  await act(id, 'stop')
  expect((await archive()).status).toBe(200)
})

test('what is tracked is handed on with who sent it, whoever has a key for telemetry', async () => {
  const { key } = await org.createKey({ type: 'client', scopes: ['telemetry'] })
  const events = [{ name: 'bought', context: { userId: 'ada' }, value: 2 }]
  const sent = await server.send('POST', '/v1/track', {
    key,
    body: { events, sdk: { type: 'web', version: '1.0.0' }, unheardOf: true },
    headers: { 'user-agent': 'Mozilla/5.0' },
  })
  expect(sent).toMatchObject({ status: 202, body: { accepted: 1 } })
  expect(units.tracked.at(-1)).toMatchObject({ events, exposures: [], userAgent: 'Mozilla/5.0', sdk: { type: 'web' } })
})

test('events that came in say which metrics name them', async () => {
  const other = await server.newOrganization()
  await other.post(`${other.base}/metrics`, { key: 'buyers', name: 'Buyers', kind: 'conversion', event: 'bought' })
  const { body } = await other.get(`${other.base}/environments/${other.environmentId('development')}/events`)
  expect(body.items).toEqual([
    { name: 'bought', lastDay: 3, lastSeenAt: '2026-01-31T12:00:00.000Z', metrics: ['buyers'] },
  ])
})

test('viewers read metrics, and only editors make them', async () => {
  const viewer = await server.newMember(org, 'viewer')
  expect((await viewer.get(path)).status).toBe(200)
  const made = await viewer.post(path, { key: 'mine', name: 'Mine', kind: 'count', event: 'x' })
  expect(made).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
})
