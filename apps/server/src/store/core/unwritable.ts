/** Why nothing can be saved, where what was saved can still be read. */
export type Unwritable = 'full' | 'read-only' | 'failing'

/** SQLite's primary result codes. */
const bySqlite: Record<number, Unwritable> = { 13: 'full', 8: 'read-only', 10: 'failing', 14: 'failing' }
/** PostgreSQL's: disk_full, read_only_sql_transaction, io_error. */
const byPostgres: Record<string, Unwritable> = { 53100: 'full', 25006: 'read-only', 58030: 'failing' }

/** Whether a statement failed because the database cannot be written to now: nothing is wrong with the statement. */
export const unwritableBy = (error: unknown): Unwritable | undefined => {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  // The rest of the number says more than is asked for.
  return errcode === undefined ? byPostgres[code ?? ''] : bySqlite[errcode & 0xff]
}
