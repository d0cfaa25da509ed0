import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  Kysely,
  type LimitNode,
  type Logger,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely'
import { StartupError } from '../../base/startup-error.ts'
import { type Copier, copierOf } from '../backup/copy-database.ts'
import type { Schema } from '../core/schema.ts'
import { type Checkpoints, openCheckpoints } from './sqlite-checkpoints.ts'

/** Opens the embedded database in a directory, or in memory if none is given. */
export const openSqlite = (dataDir: string | undefined, log: Logger): Kysely<Schema> =>
  connectSqlite(dataDir === undefined ? new DatabaseSync(':memory:') : openIn(dataDir), log)

/** Opens the embedded database in a directory, together with its copier. */
export const openSqliteWithCopier = (dataDir: string, log: Logger): { db: Kysely<Schema>; copier: Copier } => {
  const database = openIn(dataDir)
  const checkpoints = openCheckpoints(database)
  const db = connectSqlite(database, log, checkpoints)
  // Holding the connection means that no other transaction is open.
  return { db, copier: copierOf(dataDir, () => db.connection().execute(async () => checkpoints.hold())) }
}

/** Wraps a database that is already open. */
export const connectSqlite = (
  database: DatabaseSync,
  log: Logger,
  checkpoints: Checkpoints = openCheckpoints(database),
): Kysely<Schema> => {
  database.exec('pragma foreign_keys = on')
  // Without this, `insert or replace` would bypass the triggers that forbid deletes.
  database.exec('pragma recursive_triggers = on')
  const statements = new Map<string, SqliteStatement>()
  const afterWrite = () => {
    if (!database.isTransaction) checkpoints.committed()
  }
  const prepareNew = (sql: string) => adapt(database.prepare(sql), /^\s*select\s/i.test(sql) ? undefined : afterWrite)
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql)
    if (known) return known
    // Statements that were prepared before a schema change may have outdated columns.
    if (/^\s*(alter|create|drop)\s/i.test(sql)) {
      statements.clear()
      return prepareNew(sql)
    }
    // Lists of different lengths make different texts: without a limit, statements would pile up.
    if (statements.size >= 500) statements.clear()
    const statement = prepareNew(sql)
    statements.set(sql, statement)
    return statement
  }
  const used = { prepare, close: () => database.close() }
  const dialect = new SqliteDialect({ database: used })
  dialect.createAdapter = () => new Adapter()
  dialect.createQueryCompiler = () => new QueryCompiler()
  dialect.createDriver = () => new Driver({ database: used }, database)
  return new Kysely<Schema>({ dialect, log })
}

/** SQLite rolls back schema changes with their transaction: a migration that fails half-way leaves nothing behind. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Writes the limit of one into the text: SQLite plans a statement anew each time that its limit is bound. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && node.limit.value === 1) this.append('limit 1')
    else super.visitLimit(node)
  }
}

/** When the disk is full SQLite has already rolled back: a second rollback would fail, and hide the first error. */
class Driver extends SqliteDriver {
  readonly #database: DatabaseSync

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config)
    this.#database = database
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Opens a file so that commits are durable, for one process only: the lock is taken now, not at the first write. */
const openIn = (dataDir: string): DatabaseSync => {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(join(dataDir, 'bunting.db'))
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('begin exclusive; commit')
    return database
  } catch (error) {
    database?.close()
    const { message } = error as Error
    throw new StartupError(
      message.includes('database is locked')
        ? `Another Bunting process uses the data directory ${dataDir}. Stop it, give this one its own BUNTING_DATA_DIR, or let both share a PostgreSQL by DATABASE_URL.`
        : `The data directory ${dataDir} cannot be used (${message}): make it writable, or set another BUNTING_DATA_DIR.`,
    )
  }
}

/** Rows are read as arrays and turned into objects here: the driver's own objects take twice as long to make and to read. */
const adapt = (statement: StatementSync, afterwards?: () => void): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  const toRow = (values: unknown): Row => {
    const row: Row = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = (values as unknown[])[at]
    return row
  }
  return {
    reader: names.length > 0,
    all: (parameters) => {
      const rows = statement.all(...parameters.map(bindable)).map(toRow)
      afterwards?.()
      return rows
    },
    run: (parameters) => {
      const result = statement.run(...parameters.map(bindable))
      afterwards?.()
      return result
    },
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)).map(toRow),
  }
}

type Row = Record<string, unknown>

const bindable = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
