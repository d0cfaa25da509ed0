import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './base/startup-error.ts'
import { readConfig } from './config/config.ts'
import { type Restored, RestoreError, restoreDatabase } from './store/backup/restore-database.ts'
import { countDaysAgain } from './telemetry/event-log/sqlite-file.ts'

export type RestoreOutcome = Restored | { refused: string }

/** Restores a backup in place of the embedded database that these settings name. */
export const restore = async (file: string, variables: Record<string, string | undefined>): Promise<RestoreOutcome> => {
  try {
    const { dataDir, databaseUrl } = readConfig(variables)
    if (databaseUrl !== undefined) {
      return { refused: 'DATABASE_URL is set: what is in PostgreSQL is restored by pg_restore.' }
    }
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const restored = await restoreDatabase(file, dataDir, Date.now())
    countDaysAgain(join(dataDir, 'events.db'))
    return restored
  } catch (error) {
    if (error instanceof RestoreError || error instanceof StartupError) return { refused: error.message }
    throw error
  }
}
