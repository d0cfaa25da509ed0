import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type EventFile = { path: string }

/** Commits are on disk when they return. Readers in other threads do not wait for the writer, nor it for them. */
export const openEventFile = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma busy_timeout = 10000')
  // What is sorted or summed up beside the tables goes to disk, not into memory.
  database.exec('pragma temp_store = file')
  return database
}

/** Two tables a day: dropping them drops the day. Their pages are used again by the days that come. */
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

/** The figures of its days may be gone, where the database beside it was set back: the next start adds all of them up. */
export const countDaysAgain = (path: string): void => {
  if (!existsSync(path)) return
  const database = openEventFile(path)
  try {
    database.exec('delete from settled_days')
  } catch {
    // It was never used, or is damaged: the start says so.
  } finally {
    database.close()
  }
}
