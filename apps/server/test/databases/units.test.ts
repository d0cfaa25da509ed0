import type { EnvironmentId } from '@bunting/contract'
import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import type { Units } from '../../src/http/ports/units.ts'
import type { Subject } from '../../src/telemetry/units/subjects.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { metric, testSubjects } from '../../src/testing/units/test-subjects.ts'

const subjects = testSubjects(() => nowMs())
const server = await startTestServer({ analytics: true, stopClock: true, subjects })
const nowMs = (): number => Math.floor(server.deps.nowUs() / 1_000)
const org = await server.newOrganization()
const environmentId = org.environmentId('development') as EnvironmentId
const units = server.deps.units as Units
const hour = 3_600_000
/** After this an hour's window and its grace are over. */
const matured = hour + 150_000 + 1_000

const track = (body: object, key?: string) => org.post('/v1/track', body, key)

const variantOf = ({ flagKey, rule }: Subject, unit: string): string =>
  compileSplit(flagKey, rule).variantOf(unit) as string

const exposure = (subject: Subject, unit: string, fields: object = {}) => ({
  flagKey: subject.flagKey,
  ruleId: subject.rule.id,
  variant: variantOf(subject, unit),
  context: { userId: unit },
  ...fields,
})

const event = (unit: string, fields: object = {}) => ({ name: 'purchase', context: { userId: unit }, ...fields })

let rules = 0
const start = (fields: Partial<Subject> = {}): Subject => {
  const rule = {
    id: `rule-${++rules}`,
    distribution: [
      { variant: 'a', weight: 1 },
      { variant: 'b', weight: 1 },
    ],
  }
  return subjects.start(environmentId, { rule, ...fields })
}

/** Those of a list that get a variant. */
const unitsOf = (subject: Subject, variant: string, count: number, prefix = 'unit'): string[] => {
  const all = Array.from({ length: count * 8 }, (_, at) => `${prefix}-${at}`)
  return all.filter((unit) => variantOf(subject, unit) === variant).slice(0, count)
}

test('units that were exposed are counted once their time is over, and what they did with them', async () => {
  const subject = start()
  const [a, b] = [unitsOf(subject, 'a', 3), unitsOf(subject, 'b', 2)] as [string[], string[]]
  const answer = await track({
    exposures: [...a, ...b].map((unit) => exposure(subject, unit)),
    events: [event(a[0] as string), event(a[0] as string), event(b[1] as string), event('nobody')],
  })
  expect(answer).toMatchObject({ status: 202, body: { accepted: 9, rejected: [] } })
  const before = await units.readFigures(subject.id)
  expect(before.units).toEqual({
    a: { exposed: 3, matured: 0, waiting: 3 },
    b: { exposed: 2, matured: 0, waiting: 2 },
  })
  server.moveClock(matured)
  await vi.waitFor(async () => {
    const { units: counts } = await units.readFigures(subject.id)
    expect(counts).toEqual({ a: { exposed: 3, matured: 3, waiting: 0 }, b: { exposed: 2, matured: 2, waiting: 0 } })
  })
  const { moments } = await units.readFigures(subject.id)
  expect(moments.purchases?.a).toMatchObject({ n: 3, y: { mean: expect.closeTo(1 / 3, 12), most: 1 } })
  expect(moments.purchases?.b).toMatchObject({ n: 2, y: { mean: 0.5, m2: 0.5 } })
})

test('events count from the first exposure to the end of the window, and no others', async () => {
  const kinds = {
    count: metric({ key: 'count', kind: 'count', event: 'view', after: 600, window: 1_200 }),
    capped: metric({ key: 'capped', kind: 'count', event: 'view', after: 600, window: 1_200, cap: 1 }),
    sum: metric({ key: 'sum', kind: 'sum', event: 'view', after: 600, window: 1_200 }),
    ratio: metric({ key: 'ratio', kind: 'ratio', event: 'view', denominatorEvent: 'session', window: 1_800 }),
    server: metric({ key: 'server', kind: 'sum', event: 'view', after: 600, window: 1_200, source: 'server' }),
  }
  const subject = start({ metrics: Object.values(kinds), startedMs: nowMs() - hour })
  const [unit] = unitsOf(subject, 'a', 1, 'windowed') as [string]
  const first = nowMs() - hour / 2
  const view = (afterSeconds: number, value?: number) =>
    event(unit, { name: 'view', at: first + afterSeconds * 1_000, ...(value === undefined ? {} : { value }) })
  await track({
    exposures: [exposure(subject, unit, { at: first + 60_000 }), exposure(subject, unit, { at: first })],
    events: [view(599, 100), view(600, 5), view(1_799), view(1_800, 100), view(60, 7)],
  })
  await track({
    events: [event(unit, { name: 'session', at: first }), event(unit, { name: 'session', at: first + 5 })],
  })
  const { key } = await org.createKey({ type: 'client', scopes: ['telemetry', 'evaluate'] })
  await track({ events: [view(700, 2)] }, key)
  server.moveClock(matured)
  await vi.waitFor(async () => {
    const { moments } = await units.readFigures(subject.id)
    const worthOf = (metricKey: string) => moments[metricKey]?.a?.y.mean
    expect(Object.fromEntries(Object.keys(kinds).map((one) => [one, worthOf(one)]))).toEqual({
      count: 3,
      capped: 1,
      sum: 8,
      ratio: 7 + 100 + 5 + 1 + 2,
      server: 6,
    })
    expect(moments.ratio?.a?.x.mean).toBe(2)
  })
})

test('what a unit did in the fourteen days before its exposure stands beside what it did after it', async () => {
  const subject = start({ metrics: [metric({ kind: 'sum', adjust: true })] })
  const [unit] = unitsOf(subject, 'b', 1, 'adjusted') as [string]
  const today = Math.floor(nowMs() / (24 * hour)) * 24 * hour
  const before = (days: number, value: number) => event(unit, { value, at: today - days * 24 * hour + 1 })
  await track({
    events: [before(15, 1_000), before(14, 3), before(1, 4), event(unit, { value: 10 })],
    exposures: [exposure(subject, unit)],
  })
  server.moveClock(matured)
  await vi.waitFor(async () => {
    const { moments } = await units.readFigures(subject.id)
    expect(moments.purchases?.b).toMatchObject({ n: 1, y: { mean: 10 }, x: { mean: 7 } })
  })
})

test('an event with an id counts once, whenever it comes again; without one each counts', async () => {
  const subject = start({ metrics: [metric({ kind: 'count' })] })
  const [unit] = unitsOf(subject, 'a', 1, 'repeated') as [string]
  await track({ exposures: [exposure(subject, unit)], events: [event(unit, { id: 'one' }), event(unit), event(unit)] })
  await track({ events: [event(unit, { id: 'one' }), event(unit, { id: 'two' })] })
  server.moveClock(24 * hour)
  await track({ events: [event(unit, { id: 'two', at: nowMs() - 24 * hour + 5 })] })
  await vi.waitFor(async () =>
    expect((await units.readFigures(subject.id)).moments.purchases?.a).toMatchObject({ n: 1, y: { mean: 4 } }),
  )
})

test('a batch that is sent again under its key counts once, and is answered as before', async () => {
  const subject = start({ metrics: [metric({ kind: 'count' })] })
  const [unit] = unitsOf(subject, 'a', 1, 'again') as [string]
  const send = () =>
    server.send('POST', '/v1/track', {
      key: org.key,
      body: { exposures: [exposure(subject, unit)], events: [event(unit), event(unit, { name: 'unknown' })] },
      headers: { 'idempotency-key': 'batch-1' },
    })
  const [first, second] = [await send(), await send()]
  expect(second).toMatchObject({ status: 202, body: first.body })
  expect(first.body.ignored).toEqual({ unknownEvent: 1, bot: 0 })
  server.moveClock(matured)
  await vi.waitFor(async () =>
    expect((await units.readFigures(subject.id)).moments.purchases?.a).toMatchObject({ n: 1, y: { mean: 1 } }),
  )
})

test('an exposure to another variant than the split gives is not counted, but told of by SDK', async () => {
  const subject = start()
  const [unit] = unitsOf(subject, 'a', 1, 'liar') as [string]
  const sdk = { type: 'server', version: '9.9.9' }
  await track({
    sdk,
    exposures: [exposure(subject, unit, { variant: 'b' }), exposure(subject, unit, { variant: 'c' })],
  })
  const { units: counts, health } = await units.readFigures(subject.id)
  expect(counts).toMatchObject({ a: { exposed: 0 }, b: { exposed: 0 } })
  expect(health.mismatched).toEqual([{ sdkType: 'server', sdkVersion: '9.9.9', count: 2 }])
})

test('what comes after its unit was counted is late, and changes no figure', async () => {
  const subject = start()
  const [unit] = unitsOf(subject, 'a', 1, 'late') as [string]
  const at = nowMs()
  await track({ exposures: [exposure(subject, unit)] })
  server.moveClock(matured)
  await vi.waitFor(async () => expect((await units.readFigures(subject.id)).units.a?.matured).toBe(1))
  await track({ events: [event(unit, { at: at + 1 }), event(unit)] })
  const { health, moments } = await units.readFigures(subject.id)
  expect(health.late).toBe(1)
  expect(moments.purchases?.a?.y.mean).toBe(0)
})

test('an event of a user who was exposed under an anonymous id is told of', async () => {
  const subject = start()
  const [unit] = unitsOf(subject, 'a', 1, 'anonymous') as [string]
  await track({ exposures: [exposure(subject, unit, { context: { anonymousId: unit } })] })
  await track({ events: [event('ada', { context: { userId: 'ada', anonymousId: unit } })] })
  expect((await units.readFigures(subject.id)).health.identity).toBe(1)
})

test('an experiment that splits by an attribute counts what its units did, by that attribute', async () => {
  const distribution = [
    { variant: 'a', weight: 1 },
    { variant: 'b', weight: 1 },
  ]
  const subject = start({ rule: { id: 'by-company', distribution, bucketBy: 'company' } })
  const [company] = unitsOf(subject, 'b', 1, 'company') as [string]
  const context = { userId: 'ada', attributes: { company } }
  await track({ exposures: [exposure(subject, company, { context })] })
  await track({ events: [event('bob', { context: { userId: 'bob', attributes: { company } } })] })
  server.moveClock(matured)
  await vi.waitFor(async () =>
    expect((await units.readFigures(subject.id)).moments.purchases?.b).toMatchObject({ n: 1, y: { mean: 1 } }),
  )
})

test('what units that are split by an attribute do after a stop counts until their windows are over', async () => {
  const distribution = [
    { variant: 'a', weight: 1 },
    { variant: 'b', weight: 1 },
  ]
  const subject = start({ rule: { id: 'by-team', distribution, bucketBy: 'team' } })
  const [team] = unitsOf(subject, 'a', 1, 'team') as [string]
  const context = { userId: 'ada', attributes: { team } }
  await track({ exposures: [exposure(subject, team, { context })] })
  subjects.change(subject.id, { stoppedMs: nowMs() })
  server.moveClock(1_000)
  await track({ events: [event('ada', { context })] })
  server.moveClock(matured)
  await vi.waitFor(async () =>
    expect((await units.readFigures(subject.id)).moments.purchases?.a).toMatchObject({ n: 1, y: { mean: 1 } }),
  )
})

test('a window of any length is counted by, also where a 24th of it is no whole number', async () => {
  const subject = start({ metrics: [metric({ window: 10_000 })] })
  const [unit] = unitsOf(subject, 'a', 1, 'odd-window') as [string]
  await track({ exposures: [exposure(subject, unit)], events: [event(unit)] })
  server.moveClock(10_417_000 + 1_000)
  await vi.waitFor(async () => expect((await units.readFigures(subject.id)).units.a?.matured).toBe(1))
})

test('exposures before the start and after the stop do not count, and those between go on to be counted', async () => {
  const subject = start({ startedMs: nowMs() - 1_000 })
  const [early, between, after] = unitsOf(subject, 'a', 3, 'bounds') as [string, string, string]
  await track({ exposures: [exposure(subject, early, { at: nowMs() - 2_000 }), exposure(subject, between)] })
  expect((await units.readFigures(subject.id)).units.a?.exposed).toBe(1)
  subjects.change(subject.id, { stoppedMs: nowMs() })
  server.moveClock(1_000)
  await track({ exposures: [exposure(subject, after)] })
  server.moveClock(matured)
  await vi.waitFor(async () =>
    expect((await units.readFigures(subject.id)).units.a).toEqual({ exposed: 1, matured: 1, waiting: 0 }),
  )
})

test('units of a stopped experiment are gone after thirty days, and its figures stay', async () => {
  const subject = start()
  const [unit] = unitsOf(subject, 'a', 1, 'kept') as [string]
  await track({ exposures: [exposure(subject, unit)] })
  subjects.change(subject.id, { stoppedMs: nowMs() })
  server.moveClock(matured)
  await vi.waitFor(async () => expect((await units.readFigures(subject.id)).units.a?.matured).toBe(1))
  server.moveClock(31 * 24 * hour)
  await vi.waitFor(async () =>
    expect(await units.forget(environmentId, unit, undefined)).toEqual({ events: 0, exposures: 0 }),
  )
  expect((await units.readFigures(subject.id)).units.a).toEqual({ exposed: 1, matured: 1, waiting: 0 })
})

test('a unit that is to be forgotten leaves no row behind', async () => {
  const subject = start()
  const [unit] = unitsOf(subject, 'b', 1, 'forgotten') as [string]
  await track({ exposures: [exposure(subject, unit)], events: [event(unit), event(unit)] })
  expect((await units.readFigures(subject.id)).units.b).toEqual({ exposed: 1, matured: 0, waiting: 1 })
  expect(await units.forget(environmentId, unit, undefined)).toEqual({ events: 2, exposures: 1 })
  // Nobody waits for it.
  expect((await units.readFigures(subject.id)).units.b).toEqual({ exposed: 0, matured: 0, waiting: 0 })
  expect(await units.forget(environmentId, unit, undefined)).toEqual({ events: 0, exposures: 0 })
})

test('of a unit that does a thousand things in a day no more is kept, and the others lose nothing', async () => {
  const subject = start({ metrics: [metric({ kind: 'count' })] })
  const [busy, calm] = unitsOf(subject, 'a', 2, 'busy') as [string, string]
  await track({ exposures: [exposure(subject, busy), exposure(subject, calm)] })
  for (let batch = 0; batch < 3; batch++) {
    const events = [...Array(600).fill(event(busy)), event(calm)]
    expect((await track({ events })).body).toMatchObject({ accepted: 601 })
  }
  expect(await units.forget(environmentId, busy, '')).toEqual({ events: 1_000, exposures: 1 })
  expect(await units.forget(environmentId, calm, '')).toEqual({ events: 3, exposures: 1 })
})

test('a metric that is added while it runs counts for those who were exposed before', async () => {
  const subject = start()
  const [unit, other] = unitsOf(subject, 'a', 2, 'added') as [string, string]
  await track({ exposures: [exposure(subject, unit)], events: [event(unit)] })
  server.moveClock(matured)
  await vi.waitFor(async () => expect((await units.readFigures(subject.id)).units.a?.matured).toBe(1))
  const more = metric({ key: 'more', kind: 'count' })
  subjects.change(subject.id, { metrics: [...subject.metrics, more] })
  await vi.waitFor(async () => {
    await track({ exposures: [exposure(subject, other)] })
    server.moveClock(60_000)
    const { moments } = await units.readFigures(subject.id)
    expect(moments.more?.a).toMatchObject({ n: 1, y: { mean: 1 } })
  })
})

test('names of events are listed with how often they came, also those that no metric names', async () => {
  await track({ events: [event('ada', { name: 'seen-by-nobody' }), event('bob', { name: 'seen-by-nobody' })] })
  const seen = await units.listSeenEvents(environmentId)
  expect(seen).toContainEqual({ name: 'seen-by-nobody', lastDay: 2, lastSeenAt: expect.any(String) })
})

test('the population of an environment is everybody who was there, whatever they did', async () => {
  const elsewhere = org.environmentId('production') as EnvironmentId
  expect(await units.readPopulation(elsewhere, { ...metric(), direction: 'increase' })).toBeUndefined()
  subjects.keep('purchase', 'visit')
  const { key } = await org.createKey({ scopes: ['telemetry'] }, 'production')
  const people = Array.from({ length: 40 }, (_, at) => `person-${at}`)
  await track({ events: people.map((one) => event(one, { name: 'visit' })) }, key)
  await track({ events: people.slice(0, 10).map((one) => event(one)) }, key)
  const measured = { ...metric(), direction: 'increase' as const }
  const population = await units.readPopulation(elsewhere, measured)
  expect(population).toMatchObject({
    moments: { n: 40, y: { mean: expect.closeTo(0.25, 12) } },
    unitsPerDay: 40,
    lateShare: 0,
  })
  const split = await units.splitPopulation(elsewhere, measured, 20)
  expect(split?.units).toBe(40)
  expect(split?.halves.map(([one, other]) => one.n + other.n)).toEqual(Array(20).fill(40))
  expect(new Set(split?.halves.map(([one]) => one.n)).size).toBeGreaterThan(1)
})
