import type { DatabaseSync } from 'node:sqlite'
import { experimentIn, waitingIn } from './sqlite-fold.ts'
import { listUnitDays, unitTableOf } from './sqlite-tables.ts'

const hourMs = 60 * 60 * 1_000

/** Deletes all rows of units. No environment is needed: each hashes under its own secret, so hashes do not collide. */
export const forgetUnits = (
  database: DatabaseSync,
  units: readonly bigint[],
): { events: number; exposures: number } => {
  const gone = { events: 0, exposures: 0 }
  for (const day of listUnitDays(database)) {
    const remove = database.prepare(`delete from ${unitTableOf(day)} where unit = ?`)
    for (const unit of units) gone.events += Number(remove.run(unit).changes)
  }
  const remove = database.prepare('delete from unit_exposures where unit = ? returning experiment, variant, waiting')
  const uncount = openUncount(database)
  for (const { experiment, variant, waiting } of units.flatMap((unit) => remove.all(unit))) {
    gone.exposures++
    // The first bit is that of the primary metric: a unit that it counted stays in the figures.
    if (Number(waiting) & 1) uncount(Number(experiment), String(variant))
  }
  return gone
}

const openUncount = (database: DatabaseSync) => {
  const statement = database.prepare(
    "update unit_counts set count = count - 1 where experiment = ? and kind = 'exposed' and sdk_type = ?",
  )
  return (experiment: number, variant: string): void => void statement.run(experiment, variant)
}

export const removeExposedAfter = (database: DatabaseSync, experimentId: string, afterMs: number): void => {
  const experiment = experimentIn(database, experimentId)
  if (!experiment) return
  const { id } = experiment
  const uncount = openUncount(database)
  const remove = database.prepare(
    'delete from unit_exposures where experiment = ? and waiting = ? and waiting <> 0 and first_ms > ? returning variant',
  )
  const removed = waitingIn(database, id).flatMap((waiting) => remove.all(id, waiting, afterMs))
  for (const { variant } of removed) uncount(id, String(variant))
}

const rowsAtOnce = 10_000

/** Deletes some of an experiment's units. Returns whether there may be more. */
export const removeSomeUnits = (database: DatabaseSync, experimentId: string): boolean => {
  const remove = database.prepare(
    `delete from unit_exposures where (experiment, unit) in (
      select experiment, unit from unit_exposures
      where experiment = (select id from unit_experiments where experiment_id = ?) limit ${rowsAtOnce}
    )`,
  )
  return Number(remove.run(experimentId).changes) === rowsAtOnce
}

export const dropUnitDays = (database: DatabaseSync, before: string): void => {
  for (const day of listUnitDays(database)) if (day < before) database.exec(`drop table ${unitTableOf(day)}`)
  database.prepare('delete from unit_seen where hour < ?').run(Math.floor(Date.parse(before) / hourMs))
}
