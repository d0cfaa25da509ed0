import type { EnvironmentId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

/** A version of an SDK, and the last day on which it reported evaluations. */
export type SeenSdkRow = Selectable<Schema['seen_sdks']>

/** The SDKs that evaluate in an environment. */
export const seenSdksTable = ({ db }: Access) => ({
  list: (environmentId: EnvironmentId, sinceDay: string, limit: number): Promise<SeenSdkRow[]> =>
    db
      .selectFrom('seen_sdks')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('day', '>=', sinceDay)
      .orderBy('day', 'desc')
      .orderBy('sdk_type')
      .orderBy('sdk_version')
      .limit(limit)
      .execute(),

  note: async (rows: readonly SeenSdkRow[]): Promise<void> => {
    // In the order of the key, so that two instances cannot deadlock.
    const ordered = rows.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    await db
      .insertInto('seen_sdks')
      .values(ordered)
      .onConflict((conflict) =>
        conflict
          .columns(['environment_id', 'sdk_type', 'sdk_version'])
          .doUpdateSet((row) => ({ day: row.ref('excluded.day') }))
          .whereRef('seen_sdks.day', '<', 'excluded.day'),
      )
      .execute()
  },

  removeBefore: async (day: string): Promise<void> => {
    await db.deleteFrom('seen_sdks').where('day', '<', day).execute()
  },
})

const orderOf = (row: SeenSdkRow): string => `${row.environment_id} ${row.sdk_type} ${row.sdk_version}`
