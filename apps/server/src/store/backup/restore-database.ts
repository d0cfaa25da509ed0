import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openSqlite } from '../connect/sqlite.ts'
import { migrate } from '../core/migrate.ts'
import { migrations } from '../migrations/index.ts'

/** The reason why a file is not restored, for the person who asked for it. */
export class RestoreError extends Error {}

export type Restored = {
  organizations: number
  flags: number
  /** The time of the last change in the backup; null if it has none. */
  newestChangeMs: number | null
  /** The path at which the previous database is kept. */
  aside: string | undefined
}

const databaseName = 'bunting.db'
const besideIt = ['-wal', '-shm', '-journal']

/**
 * Puts a backup in the place of the embedded database, which no process may have open meanwhile. The checks run on the
 * very copy that becomes the database, and the previous one is kept beside it.
 */
export const restoreDatabase = async (file: string, dataDir: string, nowMs: number): Promise<Restored> => {
  const path = join(dataDir, databaseName)
  const copy = `${path}-restoring`
  const existed = existsSync(path)
  const lock = takeLock(path, dataDir)
  let done = false
  try {
    rmSync(copy, { force: true })
    copyIn(file, copy)
    const about = await inspect(file, copy)
    // Windows cannot replace a file that is open.
    if (process.platform === 'win32') lock?.close()
    const aside = existed ? keepAside(path, nowMs) : undefined
    renameSync(copy, path)
    done = true
    sync(dataDir)
    return { ...about, aside }
  } finally {
    rmSync(copy, { force: true })
    if (lock?.isOpen) lock.close()
    // Opening the lock creates the file if there was none.
    if (!existed && !done) rmSync(path, { force: true })
  }
}

/** Locks the existing database; undefined if it cannot be read, in which case no process can have it open. */
const takeLock = (path: string, dataDir: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // Brings the log beside the file into it, so that the file is complete when it is kept aside. This comes before the
    // exclusive lock, under which SQLite would leave its journal there.
    database.exec('pragma journal_mode = delete')
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive; commit')
    return database
  } catch (error) {
    if (database?.isOpen) database.close()
    const { message } = error as Error
    if (/locked/.test(message)) {
      throw new RestoreError(`A Bunting process uses the data directory ${dataDir}: stop it first.`)
    }
    if (/unable to open|readonly/.test(message)) {
      throw new RestoreError(`The data directory ${dataDir} cannot be used (${message}).`)
    }
    return undefined
  }
}

const copyIn = (file: string, copy: string): void => {
  try {
    if (!lstatSync(file).isFile()) throw new Error('it is not a file')
    copyFileSync(file, copy, constants.COPYFILE_EXCL)
    chmodSync(copy, 0o600)
    sync(copy)
  } catch (error) {
    throw new RestoreError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

const inspect = async (file: string, copy: string): Promise<Omit<Restored, 'aside'>> => {
  const notOurs = (why: string): never => {
    throw new RestoreError(`${file} is not a backup of Bunting: ${why}.`)
  }
  if (startOf(copy) !== 'SQLite format 3\0') notOurs('it is not an SQLite database')
  // Opened so that nothing is written, and no code in the file is run.
  const database = new DatabaseSync(`${pathToFileURL(copy)}?immutable=1`, { readOnly: true })
  try {
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    const problem = database.prepare('pragma integrity_check(1)').get()?.integrity_check
    if (problem !== 'ok') throw new RestoreError(`${file} is damaged: ${String(problem)}.`)
    await checkSchema(database, notOurs)
    const count = (table: string) => Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)
    const newest = database.prepare('select max(created_us) as us from audit_log').get()?.us
    return {
      organizations: count('organizations'),
      flags: count('flags'),
      newestChangeMs: typeof newest === 'number' ? Math.floor(newest / 1_000) : null,
    }
  } catch (error) {
    if (error instanceof RestoreError) throw error
    return notOurs((error as Error).message)
  } finally {
    database.close()
  }
}

const startOf = (path: string): string => {
  const descriptor = openSync(path, 'r')
  const start = Buffer.alloc(16)
  readSync(descriptor, start)
  closeSync(descriptor)
  return start.toString('latin1')
}

type Made = { type: string; name: string; sql: string }

/** Compares the schema with that of our migrations: a trigger or view of unknown origin would run inside our database. */
const checkSchema = async (database: DatabaseSync, notOurs: (why: string) => never): Promise<void> => {
  const madeIn = (rows: unknown): Made[] => rows as Made[]
  const query = `select type, name, sql from sqlite_schema where name not like 'sqlite!_%' escape '!'`
  const made = madeIn(database.prepare(query).all())
  if (!made.some(({ name }) => name === 'bunting_migrations')) notOurs('it has none of its tables')
  const done = database
    .prepare('select name from bunting_migrations order by name')
    .all()
    .map(({ name }) => String(name))
  const newer = done.filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0) {
    throw new RestoreError(
      `The backup was made by a newer release of Bunting (it has ${newer.join(', ')}): restore it with that release.`,
    )
  }
  const expected = await schemaAfter(done, query)
  for (const { type, name } of expected) {
    if (!made.some((one) => one.type === type && one.name === name)) notOurs(`it lacks the ${type} ${name}`)
  }
  for (const { type, name, sql } of made) {
    const isRun = type === 'trigger' || type === 'view'
    if (isRun && !expected.some((one) => one.name === name && one.sql === sql)) notOurs(`it has a ${type} ${name}`)
  }
}

/** The schema that those migrations create in an empty database. */
const schemaAfter = async (done: readonly string[], query: string): Promise<Made[]> => {
  const db = openSqlite(undefined, () => undefined)
  try {
    await migrate(db, 'sqlite', Object.fromEntries(Object.entries(migrations).filter(([name]) => done.includes(name))))
    const { rows } = await sql.raw<Made>(query).execute(db)
    return rows
  } finally {
    await db.destroy()
  }
}

/** Links rather than renames, so that a database exists under its name at every moment. */
const keepAside = (path: string, nowMs: number): string => {
  const aside = `${path}.before-${new Date(nowMs).toISOString().replace(/[-:.]/g, '')}`
  linkOrRename(path, aside)
  for (const end of besideIt) if (existsSync(path + end)) renameSync(path + end, aside + end)
  return aside
}

const linkOrRename = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch (error) {
    // Not every file system supports hard links.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    renameSync(from, to)
  }
}

const sync = (path: string): void => {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
