import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { measureQuery } from '../../base/metrics.ts'
import { type Store, storeOn } from '../../store/store.ts'
import type { EventLog } from '../../store/tables/event-log.ts'
import { openPostgresEventLog } from '../../telemetry/event-log/postgres.ts'
import { openSqliteEventLog } from '../../telemetry/event-log/sqlite.ts'
import { installedAssets } from '../servers/installed-assets.ts'
import { unboundedPostgres } from '../servers/unbounded.ts'
import { makeFolder } from '../services/make-folder.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'

/** Opens a separate event log, in the store's database or in a temporary folder. */
export const openTestEventLog = async (databaseUrl: string | undefined, nowMs: () => number): Promise<EventLog> => {
  const ignore = () => undefined
  if (databaseUrl !== undefined) {
    const { connectMs } = unboundedPostgres
    return openPostgresEventLog(databaseUrl, { nowMs, onProgress: ignore, onLost: ignore, connectMs })
  }
  const folder = await makeFolder('events')
  const eventLog = await openSqliteEventLog(folder, {
    nowMs,
    onProgress: ignore,
    startThread: installedAssets.startThread,
  })
  return {
    ...eventLog,
    close: async () => {
      await eventLog.close()
      await rm(folder, { recursive: true })
    },
  }
}

type TestStore = {
  store: Store
  databaseUrl: string | undefined
  execute(statement: string): Promise<unknown[]>
  queries(): number
  close(): Promise<void>
}

/** Opens a store on its own database, of the kind that the project tests, and counts its queries. */
export const openTestStore = async (nowUs: () => number): Promise<TestStore> => {
  let queries = 0
  const { db, dialect, databaseUrl, drop } = await openMigratedDatabase((query) => {
    queries++
    measureQuery(query)
  })
  const store = storeOn(db, dialect, { nowUs })
  return {
    store,
    databaseUrl,
    execute: async (statement) => (await sql.raw(statement).execute(db)).rows,
    queries: () => queries,
    close: async () => {
      await store.close()
      await drop()
    },
  }
}
