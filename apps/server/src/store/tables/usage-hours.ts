import type { EnvironmentId, ProjectId } from '@bunting/contract'
import { type Selectable, sql } from 'kysely'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

/** The evaluations of a flag in an environment in an hour, by one type of SDK. */
export type UsageHour = Selectable<Schema['usage_hours']>

export type AskedBy = { environmentId: EnvironmentId; sdkType: string; total: number; lastMs: number }

/** The most rows per INSERT, so that either database's limit of parameters holds. */
const rowsAtOnce = 500

/** Evaluations by hour, which show who still evaluates a flag; separate from the daily figures. */
export const usageHoursTable = ({ db }: Access) => {
  const since = (projectId: ProjectId, keys: readonly string[], from: number) =>
    db
      .selectFrom('usage_hours')
      .where('environment_id', 'in', (environments) =>
        environments.selectFrom('environments').select('id').where('project_id', '=', projectId),
      )
      .where('flag_key', 'in', keys)
      .where('hour', '>=', from)

  return {
    /** Adds to the counts, which several instances share. */
    add: async (rows: readonly UsageHour[]): Promise<void> => {
      // In the order of the key, so that two instances cannot deadlock.
      const ordered = rows.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
      for (let at = 0; at < ordered.length; at += rowsAtOnce) {
        await db
          .insertInto('usage_hours')
          .values(ordered.slice(at, at + rowsAtOnce))
          .onConflict((conflict) =>
            conflict.columns(['environment_id', 'flag_key', 'hour', 'sdk_type']).doUpdateSet((row) => ({
              total: row('usage_hours.total', '+', row.ref('excluded.total')),
              last_ms: laterOf('usage_hours.last_ms'),
            })),
          )
          .execute()
      }
    },

    /** The SDKs and environments that evaluated a flag since an hour, the most frequent first. */
    askedBy: async (projectId: ProjectId, flagKey: string, from: number): Promise<AskedBy[]> => {
      const rows = await since(projectId, [flagKey], from)
        .select((row) => [
          'environment_id as environmentId',
          'sdk_type as sdkType',
          row.fn.sum<number | string>('total').as('total'),
          row.fn.max('last_ms').as('lastMs'),
        ])
        .groupBy(['environment_id', 'sdk_type'])
        .execute()
      return rows.map(({ total, ...row }) => ({ ...row, total: Number(total) })).toSorted((a, b) => b.total - a.total)
    },

    /** The last evaluation of each flag since an hour, in any environment. */
    lastOf: async (projectId: ProjectId, keys: readonly string[], from: number): Promise<Map<string, number>> => {
      const rows = await since(projectId, keys, from)
        .select((row) => ['flag_key as flagKey', row.fn.max('last_ms').as('lastMs')])
        .groupBy('flag_key')
        .execute()
      return new Map(rows.map(({ flagKey, lastMs }) => [flagKey, lastMs]))
    },

    removeBefore: async (hour: number): Promise<void> => {
      await db.deleteFrom('usage_hours').where('hour', '<', hour).execute()
    },
  }
}

/** The later time of the stored row and the new one. */
export const laterOf = (column: 'usage_hours.last_ms' | 'usage_minutes.last_ms') =>
  sql<number>`case when ${sql.ref(column)} > excluded.last_ms then ${sql.ref(column)} else excluded.last_ms end`

const orderOf = (row: UsageHour): string => `${row.environment_id} ${row.flag_key} ${row.hour} ${row.sdk_type}`
