import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type EventFile = { path: string }

/** Opens the file so that commits are on disk when they return. Reading threads and the writer do not wait for each other. */
export const openEventFile = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma busy_timeout = 10000')
  // Sorting and summing use temporary files, not memory.
  database.exec('pragma temp_store = file')
  return database
}

/** Two tables for each day: dropping them drops the day. Later days reuse their pages. */
export const tablesOf = (day: string): { series: string; events: string } => ({
  series: `"series ${day}"`,
  events: `"events ${day}"`,
})

export const listDays = (database: DatabaseSync): string[] =>
  database
    .prepare(
      "select substr(name, 8) as day from sqlite_master where type = 'table' and name like 'events %' order by 1",
    )
    .all()
    .map((row) => String(row.day))

/** Makes the next start aggregate all days again: a database restored from a backup may have lost their figures. */
export const countDaysAgain = (path: string): void => {
  if (!existsSync(path)) return
  const database = openEventFile(path)
  try {
    database.exec('delete from settled_days')
  } catch {
    // The file was never used, or is damaged, which the next start will report.
  } finally {
    database.close()
  }
}
