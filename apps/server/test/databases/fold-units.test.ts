import type { ExperimentId } from '@bunting/contract'
import { type Moments, mergeMoments, noMoments } from '@bunting/statistics'
import { expect, test } from 'vitest'
import { openFold } from '../../src/rules/units/fold-units.ts'
import type { UnitBatch } from '../../src/rules/units/unit-batch.ts'
import type { UnitLog } from '../../src/store/tables/unit-log.ts'
import { atEnd } from '../../src/testing/at-end.ts'
import { openTestEventLog, openTestStore } from '../../src/testing/databases/test-store.ts'
import { metric } from '../../src/testing/units/test-subjects.ts'

const nowMs = Date.parse('2026-10-05T12:00:00Z')
const { databaseUrl, close } = await openTestStore(() => nowMs * 1_000)
/** Of two processes, where the database is one that several use. */
const eventLogs = [await openTestEventLog(databaseUrl, () => nowMs)]
if (databaseUrl !== undefined) eventLogs.push(await openTestEventLog(databaseUrl, () => nowMs))
atEnd(async () => {
  for (const one of eventLogs) await one.close()
  await close()
})
const logs = eventLogs.map(({ units }) => units) as [UnitLog, ...UnitLog[]]

const metrics = [
  metric({ key: 'conversion' }),
  metric({ key: 'sum', kind: 'sum', adjust: true }),
  metric({ key: 'long', kind: 'count', window: 86_400 }),
]
const environmentId = 'env_1'
const dayMs = 86_400_000
const startMs = nowMs - 5 * dayMs

/** As the same numbers in every run. */
const draws = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
  return (seed >>> 0) / 2 ** 32
}

const empty = { environmentId, events: [], exposures: [], doubts: [], health: [], seen: [], experiments: [] } as const

/** Units with what they did: before, within their windows and after. */
const people = (count: number, seedOf: number) => {
  const draw = draws(seedOf)
  return Array.from({ length: count }, (_, at) => {
    const firstMs = startMs + Math.floor(draw() * 3 * dayMs)
    const events = Array.from({ length: Math.floor(draw() * 4) }, (_, id) => ({
      name: 'purchase',
      id: at * 10 + id,
      atMs: firstMs + Math.floor((draw() - 0.4) * dayMs),
      value: draw() < 0.2 ? null : Math.round(draw() * 1_000) / 10,
      isClient: false,
    }))
    return { unit: BigInt(at) * 7_919n - BigInt(seedOf) * 10n ** 12n, variant: draw() < 0.5 ? 0 : 1, firstMs, events }
  })
}

type Person = ReturnType<typeof people>[number]

const batchOf = (experimentId: ExperimentId, some: readonly Person[]): UnitBatch => ({
  ...empty,
  experiments: [{ id: experimentId, attribute: '', metrics }],
  exposures: some.map(({ unit, variant, firstMs }) => ({ experimentId, unit, variant, atMs: firstMs })),
  events: some.flatMap(({ unit, events }) => events.map((event) => ({ ...event, attribute: '', unit }))),
})

const sums = (rows: readonly { metric: string; variant: number; day: string; moments: Moments }[]) =>
  Object.fromEntries(
    rows
      .map(({ metric: key, variant, day, moments }) => [`${key} ${variant} ${day}`, moments] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

const expectSame = (found: Record<string, Moments>, wanted: Record<string, Moments>): void => {
  expect(Object.keys(found)).toEqual(Object.keys(wanted))
  const near = (value: number) => expect.closeTo(value, 9)
  for (const [key, { n, y, x, xy }] of Object.entries(wanted)) {
    const scale = 1 + y.m2 + x.m2
    const { y: foundY, x: foundX, n: foundN, xy: foundXy } = found[key] as Moments
    expect(foundN, key).toBe(n)
    expect([foundY.mean, foundX.mean, foundY.most], key).toEqual([near(y.mean), near(x.mean), y.most])
    for (const [one, other] of [
      [foundY.m2, y.m2],
      [foundX.m2, x.m2],
      [foundXy, xy],
    ] as const) {
      expect(Math.abs(one - other) / scale, key).toBeLessThan(1e-10)
    }
  }
}

const atOnce = (everybody: readonly Person[]) => {
  const fold = openFold(metrics)
  for (const { events, ...unit } of everybody) fold.add(unit, events)
  return sums(fold.result())
}

const foldAll = async (log: UnitLog, id: ExperimentId): Promise<number> => {
  let counted = 0
  for (let empty = 0; empty < 3; ) {
    const units = await log.fold(id, metrics, nowMs)
    counted += units
    empty = units === 0 ? empty + 1 : 0
  }
  return counted
}

test('several who count at once, while more comes, count every unit once, and as if it were at once', async () => {
  const id: ExperimentId = 'exp_1'
  const everybody = people(12_000, 1)
  const half = everybody.length / 2
  await logs[0].append(batchOf(id, everybody.slice(0, half)))
  const tell = async () => {
    for (let at = half; at < everybody.length; at += 500) {
      // Exposures come again, in any order, and change nothing.
      const again = everybody.slice(at - 200, at + 500).toReversed()
      await logs[0].append(batchOf(id, again))
    }
  }
  await Promise.all([tell(), ...logs.flatMap((log) => [foldAll(log, id), foldAll(log, id)])])
  await foldAll(logs[0], id)
  const logged = await logs[0].read(id)
  expectSame(sums(logged?.days ?? []), atOnce(everybody))
  expect(logged?.exposed.reduce((sum, { count }) => sum + count, 0)).toBe(everybody.length)
  expect(await logs[0].nextMaturesMs(id, metrics)).toBeUndefined()
})

test('counting in pieces, as units mature, leaves what counting at once leaves', async () => {
  const id: ExperimentId = 'exp_2'
  const everybody = people(2_000, 2)
  await logs[0].append(batchOf(id, everybody))
  for (let at = startMs; at <= nowMs; at += dayMs / 2) await logs[0].fold(id, metrics, at)
  await foldAll(logs[0], id)
  expectSame(sums((await logs[0].read(id))?.days ?? []), atOnce(everybody))
})

test('values around a billion that differ by one keep their variance, however they were divided', async () => {
  const id: ExperimentId = 'exp_3'
  const sum = [metric({ key: 'sum', kind: 'sum' })]
  const everybody = people(6_000, 3).map((person, at) => ({
    ...person,
    variant: 0,
    events: [{ name: 'purchase', id: at, atMs: person.firstMs, value: 1e9 + (at % 2), isClient: false }],
  }))
  await logs[0].append({ ...batchOf(id, everybody), experiments: [{ id, attribute: '', metrics: sum }] })
  while ((await logs[0].fold(id, sum, nowMs)) > 0);
  const days = (await logs[0].read(id))?.days ?? []
  const { n, y } = days.reduce((all, { moments }) => mergeMoments(all, moments), noMoments)
  expect(n).toBe(6_000)
  expect(days.length).toBeGreaterThan(1)
  expect(y.m2 / (n - 1)).toBeCloseTo(0.25, 3)
})
