import type { EnvironmentId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

export type BytesOfDay = { environmentId: EnvironmentId; bytes: number; clientBytes: number }

/** The bytes of events that environments were sent, by the day of arrival. */
export const telemetryBytesTable = ({ db }: Access) => ({
  list: async (day: string, environmentIds: readonly EnvironmentId[]): Promise<BytesOfDay[]> => {
    const query = db.selectFrom('telemetry_bytes').selectAll()
    return (await query.where('day', '=', day).where('environment_id', 'in', environmentIds).execute()).map(toBytes)
  },

  /** Adds to the counts, which several instances share. Returns the sums. */
  add: async (day: string, more: readonly BytesOfDay[]): Promise<BytesOfDay[]> => {
    // In the order of ids, so that two instances cannot deadlock.
    const ordered = more.toSorted((a, b) => (a.environmentId < b.environmentId ? -1 : 1))
    const rows = await db
      .insertInto('telemetry_bytes')
      .values(
        ordered.map(({ environmentId, bytes, clientBytes }) => ({
          environment_id: environmentId,
          day,
          bytes,
          client_bytes: clientBytes,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['environment_id', 'day']).doUpdateSet((row) => ({
          bytes: row('telemetry_bytes.bytes', '+', row.ref('excluded.bytes')),
          client_bytes: row('telemetry_bytes.client_bytes', '+', row.ref('excluded.client_bytes')),
        })),
      )
      .returningAll()
      .execute()
    return rows.map(toBytes)
  },

  removeBefore: async (day: string): Promise<void> => {
    await db.deleteFrom('telemetry_bytes').where('day', '<', day).execute()
  },
})

const toBytes = (row: Selectable<Schema['telemetry_bytes']>): BytesOfDay => ({
  environmentId: row.environment_id,
  bytes: row.bytes,
  clientBytes: row.client_bytes,
})
