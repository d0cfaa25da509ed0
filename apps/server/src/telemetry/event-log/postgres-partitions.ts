import type { Pool, PoolClient } from 'pg'
import { inTransaction } from './postgres-transaction.ts'

export type Partitions = {
  /** Creates missing partitions. */
  ensure(days: Iterable<string>): Promise<void>
  list(): Promise<string[]>
  drop(day: string): Promise<void>
}

/** A partition a day of a table that has them. */
export const openPartitions = (
  pool: Pool,
  table: 'telemetry_events' | 'unit_events',
  including: 'constraints' | 'all',
): Partitions => {
  const prefix = `${table}_`
  const partitionOf = (day: string): string => `${prefix}${day.replaceAll('-', '')}`
  const known = new Set<string>()

  const list = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select partition.relname as name from pg_inherits join pg_class as partition on partition.oid = inhrelid
      where inhparent = '${table}'::regclass order by 1`,
    )
    return rows.map(({ name }) => name.slice(prefix.length).replace(/(....)(..)(..)/, '$1-$2-$3'))
  }

  /** Creates the table first and then attaches it, so that writers and readers of other days do not wait. */
  const make = (day: string) => async (client: PoolClient) => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('bunting partitions', 0))")
    if ((await list()).includes(day)) return
    await client.query(`create table ${partitionOf(day)} (like ${table} including ${including})`)
    await client.query(`alter table ${table} attach partition ${partitionOf(day)} for values in ('${day}')`)
  }

  return {
    list,
    ensure: async (days) => {
      for (const day of days) {
        if (known.has(day)) continue
        await inTransaction(pool, make(day))
        known.add(day)
      }
    },
    drop: async (day) => {
      known.delete(day)
      await inTransaction(pool, async (client) => {
        // While the drop waits for a reader, it blocks all writers: so it gives up soon and is tried again later.
        await client.query("set local lock_timeout = '2s'")
        await client.query(`drop table if exists ${partitionOf(day)}`)
        if (table === 'unit_events') return
        await client.query('delete from telemetry_late where day = $1::date', [day])
        await client.query('delete from telemetry_settled_days where day = $1::date', [day])
      })
    },
  }
}
