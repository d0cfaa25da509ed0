import type { DatabaseSync } from 'node:sqlite'
import type { FoldedEvent } from '../../../rules/units/fold-units.ts'
import {
  openPopulation,
  openSplitPopulation,
  type PopulationUnit,
  populationDays,
} from '../../../rules/units/population.ts'
import { eventsOf, type Measure } from '../../../rules/units/tracking.ts'
import { startOfDay } from '../../../rules/usage/days.ts'
import type { LoggedPopulation, SplitPopulation } from '../../../store/tables/unit-log.ts'
import { listUnitDays, unitTableOf } from './sqlite-tables.ts'

/** Yields each unit of the environment that was exposed or had an event, with its events of the metric. */
function* unitsIn(
  database: DatabaseSync,
  environmentId: string,
  metric: Measure,
  nowMs: number,
): Generator<PopulationUnit> {
  const { readFrom, from, to } = populationDays(nowMs)
  const names = new Map(
    database
      .prepare("select id, name from unit_names where environment_id = ? and attribute = ''")
      .all(environmentId)
      .map((row) => [Number(row.id), String(row.name)]),
  )
  const parts = listUnitDays(database)
    .filter((day) => day >= readFrom && day <= to)
    .map(
      (day) =>
        `select unit, name, id, at_ms, value, is_client from ${unitTableOf(day)} where name in (${[...names.keys()].join(', ')})`,
    )
  const exposed = `select unit, -1, 0, first_ms, null, 0 from unit_exposures
    where first_ms >= ${startOfDay(from)} and experiment in (select id from unit_experiments where environment_id = ? and attribute = '')`
  const rows = database.prepare(`${[...parts, exposed].join(' union all ')} order by unit`)
  rows.setReadBigInts(true)
  const wanted = new Set(eventsOf({ metrics: [metric] }))
  let current: { unit: bigint; seenMs: number[]; events: FoldedEvent[] } | undefined
  for (const row of rows.iterate(environmentId)) {
    if (current && row.unit !== current.unit) {
      yield current
      current = undefined
    }
    current ??= { unit: row.unit as bigint, seenMs: [], events: [] }
    const atMs = Number(row.at_ms)
    current.seenMs.push(atMs)
    const name = names.get(Number(row.name)) ?? ''
    const [id, value] = [Number(row.id), row.value as number | null]
    if (wanted.has(name)) current.events.push({ name, id, atMs, value, isClient: row.is_client === 1n })
  }
  if (current) yield current
}

const all = <Result>(
  units: Iterable<PopulationUnit>,
  { add, result }: { add(unit: PopulationUnit): void; result(): Result },
): Result => {
  for (const unit of units) add(unit)
  return result()
}

export const readPopulationIn = (
  database: DatabaseSync,
  environmentId: string,
  metric: Measure,
  nowMs: number,
): LoggedPopulation | undefined => all(unitsIn(database, environmentId, metric, nowMs), openPopulation(metric, nowMs))

export const splitPopulationIn = (
  database: DatabaseSync,
  environmentId: string,
  metric: Measure,
  splits: number,
  nowMs: number,
): SplitPopulation | undefined =>
  all(unitsIn(database, environmentId, metric, nowMs), openSplitPopulation(metric, splits, nowMs))
