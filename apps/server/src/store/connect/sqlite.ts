import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  Kysely,
  type LimitNode,
  type Logger,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { serialQueue } from '../../base/serial-queue.ts'
import { StartupError } from '../../base/startup-error.ts'
import { type Copier, copierOf } from '../backup/copy-database.ts'
import type { Schema } from '../core/schema.ts'
import { type Checkpoints, openCheckpoints } from './sqlite-checkpoints.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { changesSchema, openStatements } from './sqlite-statements.ts'

/** Opens the embedded database in a directory, or in memory if none is given. */
export const openSqlite = (dataDir: string | undefined, log: Logger): Kysely<Schema> =>
  dataDir === undefined ? connectSqlite(new DatabaseSync(':memory:'), log) : openSqliteWithCopier(dataDir, log).db

/** Opens the embedded database in a directory, together with its copier. */
export const openSqliteWithCopier = (dataDir: string, log: Logger): { db: Kysely<Schema>; copier: Copier } => {
  const { database, reader } = openIn(dataDir)
  const checkpoints = openCheckpoints(database)
  const writers = serialQueue()
  const db = connect({ database, reader, checkpoints, writers }, log)
  // Its turn in the queue of writers means that no transaction is open.
  return { db, copier: copierOf(dataDir, () => writers.add(async () => checkpoints.hold())) }
}

/** Wraps a database that is already open. */
export const connectSqlite = (database: DatabaseSync, log: Logger): Kysely<Schema> =>
  connect({ database, reader: undefined, checkpoints: openCheckpoints(database), writers: serialQueue() }, log)

type Opened = {
  database: DatabaseSync
  /** A second connection, for reads outside of transactions. */
  reader: DatabaseSync | undefined
}

type Parts = Opened & { checkpoints: Checkpoints; writers: ReturnType<typeof serialQueue> }

const connect = ({ database, reader, checkpoints, writers }: Parts, log: Logger): Kysely<Schema> => {
  database.exec('pragma foreign_keys = on')
  // Without this, `insert or replace` would bypass the triggers that forbid deletes.
  database.exec('pragma recursive_triggers = on')
  const written = openStatements(database, () => {
    if (!database.isTransaction) checkpoints.committed()
  })
  let isSchemaNew = false
  const write = (sql: string) => {
    if (changesSchema(sql)) {
      written.clear()
      isSchemaNew = true
    }
    return written.prepare(sql)
  }
  const readOn = (connection: DatabaseSync) => {
    const statements = openStatements(connection)
    return (sql: string) => {
      if (isSchemaNew) {
        statements.clear()
        // A connection finds out about another one's schema when it runs a statement, not when it prepares one.
        connection.exec('select count(*) from sqlite_schema')
        isSchemaNew = database.isTransaction
      }
      return statements.prepare(sql)
    }
  }
  const read = reader && readOn(reader)
  const close = () => {
    reader?.close()
    database.close()
  }
  const dialect = new SqliteDialect({ database: { prepare: write, close } })
  dialect.createAdapter = () => new Adapter()
  dialect.createQueryCompiler = () => new QueryCompiler()
  dialect.createDriver = () =>
    new SqliteDriver({ write, read, writers, isInTransaction: () => database.isTransaction, close })
  return new Kysely<Schema>({ dialect, log })
}

class Adapter extends SqliteAdapter {
  /** SQLite rolls back schema changes with their transaction: a migration that fails half-way leaves nothing behind. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** The driver has its own queue. */
  override get supportsMultipleConnections() {
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

/**
 * The VFS `unix-excl` locks a file for one process, whose connections share memory without a file. Windows has no such
 * VFS: there, an exclusive lock belongs to a single connection.
 */
const sharesWithinProcess = process.platform !== 'win32'

/** Opens a file so that commits are durable, for one process only: the lock is taken now, not at the first write. */
const openIn = (dataDir: string): Opened => {
  const path = join(dataDir, 'bunting.db')
  const location = sharesWithinProcess ? `${pathToFileURL(path)}?vfs=unix-excl` : path
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(location)
    if (!sharesWithinProcess) database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('begin exclusive; commit')
    return { database, reader: sharesWithinProcess ? openReader(location) : undefined }
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

/** Not opened as read-only: SQLite would then lock the file in a way that lets other processes in. */
const openReader = (location: string): DatabaseSync => {
  const reader = new DatabaseSync(location)
  reader.exec('pragma query_only = on')
  return reader
}
