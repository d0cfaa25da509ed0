import { Pool, type PoolClient, types } from 'pg'
import { serialQueue } from '../../base/serial-queue.ts'
import { postgresBounds } from '../../store/connect/postgres-bounds.ts'
import { type EventLog, Interrupted } from '../../store/tables/event-log.ts'
import { groupCommit } from './group-commit.ts'
import { keepBatchesMs } from './keep-batches.ts'
import { appendBatches, type CopyBatch, toCopyBatch } from './postgres-append.ts'
import { openPartitions } from './postgres-partitions.ts'
import { readDayFrom } from './postgres-read.ts'
import { inTransaction } from './postgres-transaction.ts'
import type { OnProgress } from './progress.ts'
import { openPostgresUnitLog } from './units/postgres.ts'

const deleteBatchSize = 10_000
const heartbeatMs = 10_000
const ignore = (): void => undefined
/** These columns are counters and sums, all below 2^53. */
const asNumber: number[] = [types.builtins.INT8, types.builtins.NUMERIC]

type Options = { nowMs: () => number; onProgress: OnProgress; onLost: (error: Error) => void; connectMs?: number }

/** The event log in PostgreSQL, on its own connections: grouping a day takes longer than the statement timeout elsewhere. */
export const openPostgresEventLog = (
  url: string,
  { nowMs, onProgress, onLost, connectMs = postgresBounds.connectMs }: Options,
): EventLog => {
  const pool = new Pool({
    connectionString: url,
    max: 6,
    connectionTimeoutMillis: connectMs,
    types: {
      getTypeParser: (id, format) => (asNumber.includes(id) ? Number : types.getTypeParser(id, format)) as never,
    },
  })
  pool.on('error', onLost)
  const partitions = openPartitions(pool, 'telemetry_events', 'constraints')
  const readers = new Set<PoolClient>()
  const readDay = readDayFrom(pool, readers, onProgress)
  // A reader that waits holds a connection. One at a time leaves connections for writing the figures.
  const readings = serialQueue()
  let interrupted = false
  const commit = (batches: CopyBatch[]) => {
    const at = nowMs()
    return appendBatches(pool, partitions, batches, { nowMs: at, sinceMs: at - keepBatchesMs })
  }
  const { append, idle } = groupCommit(toCopyBatch, commit, ({ events }) => events.length)
  const units = openPostgresUnitLog(pool, nowMs)

  const daysIn = async (table: string): Promise<Set<string>> => {
    const { rows } = await pool.query<{ day: string }>(`select distinct day::text as day from ${table}`)
    return new Set(rows.map(({ day }) => day))
  }

  return {
    append,
    units,
    readDay: (...reading) =>
      readings.add(async () => {
        if (interrupted) throw new Interrupted()
        try {
          return await readDay(...reading)
        } catch (error) {
          throw interrupted ? new Interrupted() : error
        }
      }),
    settle: (day, seen) =>
      inTransaction(pool, async (client) => {
        await client.query('insert into telemetry_settled_days values ($1::date) on conflict do nothing', [day])
        await client.query('delete from telemetry_late where id = any($1::bigint[])', [seen])
      }),
    unsettledDays: async (before) => {
      const settled = await daysIn('telemetry_settled_days')
      const late = await daysIn('telemetry_late')
      return (await partitions.list()).filter((day) => day < before && (!settled.has(day) || late.has(day)))
    },
    dropBefore: async (before, batchesBeforeMs) => {
      const old = (await partitions.list()).filter((day) => day < before)
      for (const day of old) await partitions.drop(day)
      await forgetBatches(pool, batchesBeforeMs)
      return old
    },
    alone: (name, work) =>
      inTransaction(pool, async (client) => {
        const free = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free'
        const { rows } = await client.query<{ free: boolean }>(free, [`bunting ${name}`])
        if (!rows[0]?.free) return false
        // The database may end a transaction that is idle for too long.
        const heartbeat = setInterval(() => void client.query('select 1').catch(ignore), heartbeatMs)
        await work().finally(() => clearInterval(heartbeat))
        return true
      }),
    interrupt: () => {
      interrupted = true
      for (const reader of readers) void reader.end()
    },
    close: async () => {
      await idle()
      await units.idle()
      await pool.end()
    },
  }
}

/** Deletes in pieces, so that no statement holds many rows for long. */
const forgetBatches = async (pool: Pool, beforeMs: number): Promise<void> => {
  const some = 'select scope, key from telemetry_batches where at_ms < $1 limit $2'
  for (;;) {
    const gone = await pool.query(`delete from telemetry_batches where (scope, key) in (${some})`, [
      beforeMs,
      deleteBatchSize,
    ])
    if ((gone.rowCount ?? 0) < deleteBatchSize) return
  }
}
