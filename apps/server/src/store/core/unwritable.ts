/** The reasons why nothing can be saved although reading still works. */
export type Unwritable = 'full' | 'read-only' | 'failing'

/** SQLite's primary result codes. */
const bySqlite: Record<number, Unwritable> = { 13: 'full', 8: 'read-only', 10: 'failing', 14: 'failing' }
/** PostgreSQL's: disk_full, read_only_sql_transaction, io_error. */
const byPostgres: Record<string, Unwritable> = { 53100: 'full', 25006: 'read-only', 58030: 'failing' }

/** The reason, if a statement failed only because the database cannot be written to now. */
export const unwritableBy = (error: unknown): Unwritable | undefined => {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  // The higher bits give more detail than is needed here.
  return errcode === undefined ? byPostgres[code ?? ''] : bySqlite[errcode & 0xff]
}
