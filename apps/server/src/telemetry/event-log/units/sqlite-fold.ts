import type { DatabaseSync } from 'node:sqlite'
import { type Moments, mergeMoments } from '@bunting/statistics'
import { type FoldedEvent, type FoldedMoments, openFold } from '../../../rules/units/fold-units.ts'
import { eventsOf, type Measure } from '../../../rules/units/tracking.ts'
import { daysToRead } from './days-to-read.ts'
import { groupsOf, metricsOf, unitsAtOnce } from './metric-bits.ts'
import { listUnitDays, unitTableOf } from './sqlite-tables.ts'

/** The sums of some units, to be written if the units have not changed since they were read. */
export type FoldedUnits = {
  experiment: number
  /** The bits of the metrics that they are counted by. */
  bits: number
  units: BigInt64Array
  firstMs: Float64Array
  moments: FoldedMoments[]
}

type Experiment = { id: number; environmentId: string; attribute: string }

export const experimentIn = (database: DatabaseSync, id: string): Experiment | undefined => {
  const find = database.prepare('select id, environment_id, attribute from unit_experiments where experiment_id = ?')
  const row = find.get(id)
  return row && { id: Number(row.id), environmentId: String(row.environment_id), attribute: String(row.attribute) }
}

/** The distinct values of `waiting`. They are few, and each takes one index lookup. */
export const waitingIn = (database: DatabaseSync, experiment: number): number[] => {
  const next = database.prepare(
    'select min(waiting) as waiting from unit_exposures where experiment = ? and waiting > ? and waiting <> 0',
  )
  const found: number[] = []
  for (let last = 0; ; ) {
    const waiting = next.get(experiment, last)?.waiting
    if (waiting === null || waiting === undefined) return found
    last = Number(waiting)
    found.push(last)
  }
}

export const nextMaturesIn = (
  database: DatabaseSync,
  experimentId: string,
  metrics: readonly Measure[],
): number | undefined => {
  const experiment = experimentIn(database, experimentId)
  if (!experiment) return undefined
  const first = database.prepare(
    'select min(first_ms) as first from unit_exposures where experiment = ? and waiting = ? and waiting <> 0',
  )
  const times = waitingIn(database, experiment.id).flatMap((waiting) => {
    const groups = groupsOf(metrics).filter(({ bits }) => (bits & waiting) !== 0)
    const firstMs = Number(first.get(experiment.id, waiting)?.first)
    return groups.map(({ inMs }) => firstMs + inMs)
  })
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Reads the next matured units; `next` returns undefined if there are none. */
export const openFoldReader = (database: DatabaseSync) => {
  database.exec(`create temp table due (
    place integer primary key, unit integer not null, variant integer not null, first_ms integer not null
  )`)
  const clear = database.prepare('delete from temp.due')
  const fill = database.prepare(`
    insert into temp.due select row_number() over (order by unit) - 1, unit, variant, first_ms from (
      select unit, variant, first_ms from unit_exposures
      where experiment = ? and waiting = ? and waiting <> 0 and first_ms <= ? order by first_ms limit ${unitsAtOnce}
    )`)
  const readDue = database.prepare('select unit, variant, first_ms from temp.due order by place')
  readDue.setReadBigInts(true)
  const nameIds = database.prepare(
    'select id, name from unit_names where environment_id = ? and attribute = ? and name in (select value from json_each(?))',
  )

  const findDue = (experiment: number, metrics: readonly Measure[], nowMs: number): number => {
    for (const waiting of waitingIn(database, experiment)) {
      for (const { bits, inMs } of groupsOf(metrics)) {
        if ((bits & waiting) === 0) continue
        clear.run()
        if (fill.run(experiment, waiting, nowMs - inMs).changes !== 0) return bits & waiting
      }
    }
    return 0
  }

  return {
    next: (experimentId: string, metrics: readonly Measure[], nowMs: number): FoldedUnits | undefined => {
      const experiment = experimentIn(database, experimentId)
      const bits = experiment ? findDue(experiment.id, metrics, nowMs) : 0
      if (!experiment || bits === 0) return undefined
      const due = readDue.all()
      const firstMs = Float64Array.from(due, (row) => Number(row.first_ms))
      const counted = metricsOf(bits, metrics)
      const names = new Map(
        nameIds
          .all(experiment.environmentId, experiment.attribute, JSON.stringify(eventsOf({ metrics: counted })))
          .map((row) => [Number(row.id), String(row.name)]),
      )
      const events = readEvents(database, names, daysToRead(counted, firstMs), due.length)
      const fold = openFold(counted)
      for (const [place, row] of due.entries()) {
        fold.add({ variant: Number(row.variant), firstMs: firstMs[place] as number }, events[place] ?? none)
      }
      return {
        experiment: experiment.id,
        bits,
        units: BigInt64Array.from(due, (row) => row.unit as bigint),
        firstMs,
        moments: fold.result(),
      }
    },
  }
}

const none: readonly FoldedEvent[] = []

/** Reads the events of the units, by the index of the unit in `due`. */
const readEvents = (
  database: DatabaseSync,
  names: ReadonlyMap<number, string>,
  { from, to }: { from: string; to: string },
  units: number,
): FoldedEvent[][] => {
  const events: FoldedEvent[][] = Array(units)
  if (names.size === 0) return events
  const days = listUnitDays(database).filter((day) => day >= from && day <= to)
  for (const day of days) {
    const rows = database.prepare(`
      select place, name, id, at_ms, value, is_client from temp.due as due cross join ${unitTableOf(day)} as event
      on event.unit = due.unit where name in (${[...names.keys()].join(', ')})`)
    for (const row of rows.iterate()) {
      const place = row.place as number
      const event: FoldedEvent = {
        name: names.get(row.name as number) as string,
        id: row.id as number,
        atMs: row.at_ms as number,
        value: row.value as number | null,
        isClient: row.is_client === 1,
      }
      const before = events[place]
      if (before) before.push(event)
      else events[place] = [event]
    }
  }
  return events
}

/** Writes the sums of units within the caller's transaction. Returns false if a unit changed meanwhile. */
export const openFoldWriter = (database: DatabaseSync) => {
  const settle = database.prepare(
    'update unit_exposures set waiting = waiting & ~? where experiment = ? and unit = ? and first_ms = ? and waiting & ? = ?',
  )
  const findDay = database.prepare(
    'select moments from unit_days where experiment = ? and metric = ? and variant = ? and day = ?',
  )
  const putDay = database.prepare(
    'insert or replace into unit_days (experiment, metric, variant, day, moments) values (?, ?, ?, ?, ?)',
  )
  return ({ experiment, bits, units, firstMs, moments }: FoldedUnits): boolean => {
    for (const [at, unit] of units.entries()) {
      if (settle.run(bits, experiment, unit, firstMs[at] as number, bits, bits).changes !== 1) return false
    }
    for (const { metric, variant, day, moments: more } of moments) {
      const before = findDay.get(experiment, metric, variant, day)
      const sum = before ? mergeMoments(JSON.parse(String(before.moments)) as Moments, more) : more
      putDay.run(experiment, metric, variant, day, JSON.stringify(sum))
    }
    return true
  }
}
