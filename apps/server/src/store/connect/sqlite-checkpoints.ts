import type { DatabaseSync } from 'node:sqlite'

export type Checkpoints = {
  /** After anything that may have been committed. */
  committed(): void
  /** Brings all that is committed into the file, which nothing then touches until what comes back is called. */
  hold(): () => void
}

/** So many pages may be in the log before they are brought into the file: SQLite's own number. */
const usualPages = 1_000

/** From 3.51 on SQLite tells how many there are; an earlier one would bring them in instead of telling. */
const tellsPages = (process.versions.sqlite ?? '').localeCompare('3.51', 'en', { numeric: true }) >= 0

/** SQLite brings them in by itself where no turn comes for it: where one long transaction follows the other. */
const automaticPages = tellsPages ? 16 * usualPages : usualPages

/**
 * What is committed is in a log first, and is brought into the database's file now and then. By itself SQLite does so
 * within the commit that fills the log, and whoever waits for that waits twice as long: so it has a turn of its own.
 */
export const openCheckpoints = (database: DatabaseSync): Checkpoints => {
  const pagesInLog = database.prepare('pragma wal_checkpoint(noop)')
  const automatic = (pages: number) => database.exec(`pragma wal_autocheckpoint = ${pages}`)
  let held = false
  let planned = false
  automatic(automaticPages)

  const bringIn = (): void => {
    planned = false
    // What is in a transaction now looks again when it is committed.
    if (held || !database.isOpen || database.isTransaction) return
    try {
      database.exec('pragma wal_checkpoint(passive)')
    } catch {
      // It is safe in the log, and the next commit looks again: there may be no room on the disk.
    }
  }

  return {
    committed: () => {
      if (!tellsPages || held || planned) return
      const { log, checkpointed } = pagesInLog.get() as { log: number; checkpointed: number }
      if (log - checkpointed < usualPages) return
      planned = true
      setImmediate(bringIn)
    },
    hold: () => {
      const checkpoint = database.prepare('pragma wal_checkpoint(truncate)').get()
      if (checkpoint?.busy !== 0) throw new Error('the database could not be brought into one file')
      automatic(0)
      held = true
      return () => {
        held = false
        if (database.isOpen) automatic(automaticPages)
      }
    },
  }
}
