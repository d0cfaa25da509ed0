import type { DatabaseSync } from 'node:sqlite'

export type Checkpoints = {
  /** Call this after any statement that may have committed. */
  committed(): void
  /** Checkpoints all commits into the file, then leaves it untouched until the returned function is called. */
  hold(): () => void
}

/** The pages in the log at which a checkpoint is due: SQLite's own default. */
const usualPages = 1_000

/** SQLite 3.51 and later can report the size of the log; earlier ones would run a checkpoint instead. */
const tellsPages = (process.versions.sqlite ?? '').localeCompare('3.51', 'en', { numeric: true }) >= 0

/** The log size at which SQLite runs a checkpoint within a commit, in case long transactions leave no turn for ours. */
const automaticPages = tellsPages ? 16 * usualPages : usualPages

/**
 * SQLite writes commits to a log first, and copies them into the database file in checkpoints. By default the commit
 * that fills the log runs the checkpoint, and takes twice as long: so checkpoints run here in a turn of their own.
 */
export const openCheckpoints = (database: DatabaseSync): Checkpoints => {
  const pagesInLog = database.prepare('pragma wal_checkpoint(noop)')
  const automatic = (pages: number) => database.exec(`pragma wal_autocheckpoint = ${pages}`)
  let held = false
  let planned = false
  automatic(automaticPages)

  const bringIn = (): void => {
    planned = false
    // A transaction is open: its commit checks the log again.
    if (held || !database.isOpen || database.isTransaction) return
    try {
      database.exec('pragma wal_checkpoint(passive)')
    } catch {
      // The commits are safe in the log (the disk may be full), and the next commit tries again.
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
