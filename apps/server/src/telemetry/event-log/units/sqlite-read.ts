import type { DatabaseSync } from 'node:sqlite'
import { startOfDay } from '../../../rules/usage/days.ts'
import type { LoggedExperiment, SeenCount, SeenName } from '../../../store/tables/unit-log.ts'
import { type CountRow, type DayRow, loggedExperiment } from './logged-experiment.ts'

const hourMs = 60 * 60 * 1_000

export const readExperimentIn = (database: DatabaseSync, experimentId: string): LoggedExperiment | undefined => {
  const experiment = database.prepare('select id from unit_experiments where experiment_id = ?').get(experimentId)
  if (!experiment) return undefined
  const id = Number(experiment.id)
  const days = database.prepare('select metric, variant, day, moments from unit_days where experiment = ?').all(id)
  const counts = database
    .prepare(
      'select kind, sdk_type, sdk_version, count from unit_counts where experiment = ? order by count desc, 2, 3',
    )
    .all(id)
  return loggedExperiment(
    days.map((row) => ({ ...row }) as DayRow),
    counts.map((row) => ({ ...row }) as CountRow),
  )
}

export const listSeenIn = (database: DatabaseSync, environmentId: string, nowMs: number, limit: number): SeenName[] =>
  database
    .prepare(
      `select name, sum(case when hour > ? then count else 0 end) as lastDay, max(last_ms) as lastSeenMs from unit_seen
      where environment_id = ? group by name order by lastDay desc, lastSeenMs desc, name limit ?`,
    )
    .all(Math.floor(nowMs / hourMs) - 24, environmentId, limit)
    .map((row) => ({ ...row }) as SeenName)

export const countSeenIn = (
  database: DatabaseSync,
  environmentId: string,
  names: readonly string[],
  from: string,
): SeenCount[] =>
  database
    .prepare(
      `select name, hour / 24 as day, sum(count) as count from unit_seen
      where environment_id = ? and name in (select value from json_each(?)) and hour >= ? group by 1, 2`,
    )
    .all(environmentId, JSON.stringify(names), Math.floor(startOfDay(from) / hourMs))
    .map((row) => ({ ...row }) as SeenCount)

export const listAttributesIn = (database: DatabaseSync, environmentId: string): string[] =>
  database
    .prepare("select distinct attribute from unit_names where environment_id = ? and attribute <> ''")
    .all(environmentId)
    .map((row) => String(row.attribute))
