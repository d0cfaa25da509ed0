import type { EnvironmentId, ProjectId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'
import { laterOf } from './usage-hours.ts'

/** The evaluations of a flag in an environment in a minute that gave one value. */
export type UsageMinute = Selectable<Schema['usage_minutes']>

type UsageRange = { environmentId: EnvironmentId; flagKey: string; from: number; to: number }

/** The most rows per INSERT, so that either database's limit of parameters holds. */
const rowsAtOnce = 500

/** Current usage of flags by minute: only kept for as long as it can be asked for, and not used for daily figures. */
export const usageMinutesTable = ({ db }: Access) => ({
  /** Adds to the counts, which several instances share. */
  add: async (rows: readonly UsageMinute[]): Promise<void> => {
    // In the order of the key, so that two instances cannot deadlock.
    const ordered = rows.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    for (let at = 0; at < ordered.length; at += rowsAtOnce) {
      await db
        .insertInto('usage_minutes')
        .values(ordered.slice(at, at + rowsAtOnce))
        .onConflict((conflict) =>
          conflict.columns(['environment_id', 'flag_key', 'minute', 'value_key']).doUpdateSet((row) => ({
            total: row('usage_minutes.total', '+', row.ref('excluded.total')),
            last_ms: laterOf('usage_minutes.last_ms'),
          })),
        )
        .execute()
    }
  },

  /** The minutes from one to another, both included; the most frequent value of each first. */
  list: async ({ environmentId, flagKey, from, to }: UsageRange): Promise<UsageMinute[]> =>
    db
      .selectFrom('usage_minutes')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('flag_key', '=', flagKey)
      .where('minute', '>=', from)
      .where('minute', '<=', to)
      .orderBy('minute')
      .orderBy('total', 'desc')
      .execute(),

  /** The number of evaluations of each flag in these minutes, in all environments together. */
  sums: async (
    projectId: ProjectId,
    keys: readonly string[],
    { from, to }: { from: number; to: number },
  ): Promise<Map<string, number>> => {
    const rows = await db
      .selectFrom('usage_minutes')
      .select((row) => ['flag_key as flagKey', row.fn.sum<number | string>('total').as('total')])
      .where('environment_id', 'in', (environments) =>
        environments.selectFrom('environments').select('id').where('project_id', '=', projectId),
      )
      .where('flag_key', 'in', keys)
      .where('minute', '>=', from)
      .where('minute', '<=', to)
      .groupBy('flag_key')
      .execute()
    return new Map(rows.map(({ flagKey, total }) => [flagKey, Number(total)]))
  },

  removeBefore: async (minute: number): Promise<void> => {
    await db.deleteFrom('usage_minutes').where('minute', '<', minute).execute()
  },
})

const orderOf = (row: UsageMinute): string => `${row.environment_id} ${row.flag_key} ${row.minute} ${row.value_key}`
