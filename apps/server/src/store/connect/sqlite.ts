import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type Logger, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Schema } from '../schema.ts'

/** A directory that another process holds. */
export class DataDirInUse extends Error {}

/** The embedded database in a directory, or in memory where there is none. */
export const openSqlite = (dataDir: string | undefined, log: Logger): Kysely<Schema> => {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(dataDir === undefined ? ':memory:' : join(dataDir, 'bunting.db'))
  if (dataDir !== undefined) takeAlone(database, dataDir)
  database.exec('pragma foreign_keys = on')
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql)
    if (known) return known
    // Lists of different lengths give different texts: without a bound they would pile up.
    if (statements.size >= 500) statements.clear()
    const statement = adapt(database.prepare(sql))
    statements.set(sql, statement)
    return statement
  }
  const dialect = new SqliteDialect({ database: { prepare, close: () => database.close() } })
  return new Kysely<Schema>({ dialect, log })
}

/** Durable to the last commit, and for one process alone: the lock is taken now, not at the first write. */
const takeAlone = (database: DatabaseSync, dataDir: string): void => {
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('begin exclusive; commit')
  } catch (error) {
    database.close()
    if (!String(error).includes('database is locked')) throw error
    throw new DataDirInUse(
      `Another Bunting process uses the data directory ${dataDir}. Stop it, give this one its own BUNTING_DATA_DIR, or let both share a PostgreSQL by DATABASE_URL.`,
    )
  }
}

const adapt = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...parameters.map(bindable)),
  run: (parameters) => statement.run(...parameters.map(bindable)),
  iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
})

const bindable = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
