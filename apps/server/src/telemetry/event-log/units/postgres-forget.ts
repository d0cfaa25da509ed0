import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../postgres-transaction.ts'
import { findExperiment, waitingIn } from './postgres-fold.ts'

/** Deletes all rows of units. No environment is needed: each hashes under its own secret, so hashes do not collide. */
export const forgetUnitsOn = (pool: Pool, units: readonly bigint[]): Promise<{ events: number; exposures: number }> =>
  inTransaction(pool, async (client) => {
    const hashes = units.map(String)
    const events = await client.query('delete from unit_events where unit = any($1::bigint[])', [hashes])
    const { rows } = await client.query<{ experiment: number; variant: number; waiting: number }>(
      'delete from unit_exposures where unit = any($1::bigint[]) returning experiment, variant, waiting',
      [hashes],
    )
    for (const { experiment, variant, waiting } of rows) {
      // The first bit is that of the primary metric: a unit that it counted stays in the figures.
      if ((waiting & 1) !== 0) await uncount(client, experiment, variant)
    }
    return { events: events.rowCount ?? 0, exposures: rows.length }
  })

export const removeExposedAfterOn = (pool: Pool, experimentId: string, afterMs: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    const experiment = await findExperiment(client, experimentId)
    if (!experiment) return
    for (const { waiting } of await waitingIn(client, experiment.id)) {
      const { rows } = await client.query<{ variant: number }>(
        `delete from unit_exposures where experiment = $1 and waiting = $2 and waiting <> 0 and first_ms > $3
        returning variant`,
        [experiment.id, waiting, afterMs],
      )
      for (const { variant } of rows) await uncount(client, experiment.id, variant)
    }
  })

const uncount = (client: PoolClient, experiment: number, variant: number) =>
  client.query(
    "update unit_counts set count = count - 1 where experiment = $1 and kind = 'exposed' and sdk_type = $2",
    [experiment, String(variant)],
  )
