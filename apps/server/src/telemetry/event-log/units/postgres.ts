import type { Pool } from 'pg'
import { serialQueue } from '../../../base/serial-queue.ts'
import { openPopulation, openSplitPopulation } from '../../../rules/units/population.ts'
import type { UnitBatch } from '../../../rules/units/unit-batch.ts'
import { startOfDay } from '../../../rules/usage/days.ts'
import type { SeenCount, SeenName, UnitLog } from '../../../store/tables/unit-log.ts'
import { groupCommit } from '../group-commit.ts'
import { keepBatchesMs } from '../keep-batches.ts'
import { openPartitions } from '../postgres-partitions.ts'
import { itemsIn } from './items-in.ts'
import { type CountRow, type DayRow, loggedExperiment } from './logged-experiment.ts'
import { openPostgresUnitWriter } from './postgres-append.ts'
import { foldOn, nextMaturesOn } from './postgres-fold.ts'
import { forgetUnitsOn, removeExposedAfterOn } from './postgres-forget.ts'
import { readUnitsOn } from './postgres-population.ts'

const hourMs = 60 * 60 * 1_000
const rowsAtOnce = 10_000

/** Units in PostgreSQL, on the event log's connections. */
export const openPostgresUnitLog = (pool: Pool, nowMs: () => number): UnitLog & { idle(): Promise<void> } => {
  const partitions = openPartitions(pool, 'unit_events', 'all')
  const write = openPostgresUnitWriter(pool, partitions)
  const commit = (batches: UnitBatch[]) => {
    const at = nowMs()
    return write(batches, { nowMs: at, sinceMs: at - keepBatchesMs })
  }
  const { append, idle } = groupCommit((batch: UnitBatch) => batch, commit, itemsIn)
  // One at a time, since each holds a connection for seconds.
  const populations = serialQueue()

  return {
    append,
    idle: async () => {
      await idle()
      await populations.idle()
    },
    fold: (id, metrics, at) => foldOn(pool, id, metrics, at),
    nextMaturesMs: (id, metrics) => nextMaturesOn(pool, id, metrics),
    read: async (experimentId) => {
      const { rows } = await pool.query<{ id: number }>('select id from unit_experiments where experiment_id = $1', [
        experimentId,
      ])
      const [experiment] = rows
      if (!experiment) return undefined
      const days = await pool.query<DayRow>(
        'select metric, variant, day, moments from unit_days where experiment = $1',
        [experiment.id],
      )
      const counts = await pool.query<CountRow>(
        'select kind, sdk_type, sdk_version, count from unit_counts where experiment = $1 order by count desc, 2, 3',
        [experiment.id],
      )
      return loggedExperiment(days.rows, counts.rows)
    },
    readPopulation: (environmentId, metric, at) =>
      populations.add(() => readUnitsOn(pool, environmentId, metric, at, openPopulation(metric, at))),
    splitPopulation: (environmentId, metric, splits, at) =>
      populations.add(() => readUnitsOn(pool, environmentId, metric, at, openSplitPopulation(metric, splits, at))),
    listSeen: async (environmentId, at, limit) => {
      const { rows } = await pool.query<SeenName>(
        `select name, sum(case when hour > $1 then count else 0 end) as "lastDay", max(last_ms) as "lastSeenMs" from unit_seen
        where environment_id = $2 group by name order by 2 desc, 3 desc, 1 limit $3`,
        [Math.floor(at / hourMs) - 24, environmentId, limit],
      )
      return rows
    },
    countSeen: async (environmentId, names, from) => {
      const { rows } = await pool.query<SeenCount>(
        `select name, hour / 24 as day, sum(count)::bigint as count from unit_seen
        where environment_id = $1 and name = any($2::text[]) and hour >= $3 group by 1, 2`,
        [environmentId, names, Math.floor(startOfDay(from) / hourMs)],
      )
      return rows
    },
    listAttributes: async (environmentId) => {
      const { rows } = await pool.query<{ attribute: string }>(
        "select distinct attribute from unit_names where environment_id = $1 and attribute <> ''",
        [environmentId],
      )
      return rows.map(({ attribute }) => attribute)
    },
    forget: (_, units) => forgetUnitsOn(pool, units),
    removeExposedAfter: (experimentId, afterMs) => removeExposedAfterOn(pool, experimentId, afterMs),
    removeUnits: async (experimentId) => {
      const some = `select experiment, unit from unit_exposures
        where experiment = (select id from unit_experiments where experiment_id = $1) limit $2`
      const remove = `delete from unit_exposures where (experiment, unit) in (${some})`
      while ((await pool.query(remove, [experimentId, rowsAtOnce])).rowCount === rowsAtOnce);
    },
    dropBefore: async (before) => {
      for (const day of await partitions.list()) if (day < before) await partitions.drop(day)
      await pool.query('delete from unit_seen where hour < $1', [Math.floor(Date.parse(before) / hourMs)])
    },
  }
}
