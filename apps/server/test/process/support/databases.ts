import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import type { Json } from '../../../src/testing/clients/answer.ts'
import { migratedPostgres, migratedSqlite } from '../../../src/testing/databases/open-migrated-database.ts'
import type { Settings } from '../../../src/testing/servers/server-process.ts'
import { createDatabase, type TestDatabase } from '../../../src/testing/services.ts'

/** A database for server processes, on which none has started yet. */
export type ProcessDatabase = AsyncDisposable & {
  /** The settings for a server on this database. */
  settings: Settings
  /** The rows of each query at one point in time, as they are on disk. With SQLite, only while no server has it open. */
  read(...queries: string[]): Promise<Json[][]>
  write(statement: string): Promise<void>
  /** Returns a function that restores the current state. With SQLite, call both only while no server has it open. */
  backUp(): Promise<() => Promise<void>>
}

const run = promisify(execFile)
const remove = (directory: string) => rmSync(directory, { recursive: true, force: true })

/** A directory for a server's data, deleted after all tests. */
export const makeDataDir = (): Promise<string> => mkdtemp(join(inject('scratch'), 'data-'))

const sqliteIn = (dataDir: string): ProcessDatabase => ({
  settings: { BUNTING_DATA_DIR: dataDir },
  // Reads a copy, so that the server finds everything as the crash left it, and recovers by itself.
  read: async (...queries) => {
    const copy = await makeDataDir()
    cpSync(dataDir, copy, { recursive: true })
    const database = new DatabaseSync(join(copy, 'bunting.db'))
    const rows = queries.map((query) => database.prepare(query).all())
    database.close()
    remove(copy)
    return rows
  },
  write: async (statement) => {
    const database = new DatabaseSync(join(dataDir, 'bunting.db'))
    database.exec(statement)
    database.close()
  },
  backUp: async () => {
    const copy = await makeDataDir()
    cpSync(dataDir, copy, { recursive: true })
    return async () => {
      remove(dataDir)
      cpSync(copy, dataDir, { recursive: true })
    }
  },
  [Symbol.asyncDispose]: async () => remove(dataDir),
})

const postgresOf = (database: TestDatabase): ProcessDatabase => {
  const connected = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    settings: { DATABASE_URL: database.url },
    read: (...queries) =>
      connected(async (client) => {
        await client.query('begin isolation level repeatable read, read only')
        const rows: Json[][] = []
        for (const query of queries) rows.push((await client.query(query)).rows)
        return rows
      }),
    write: (statement) => connected(async (client) => void (await client.query(statement))),
    backUp: async () => {
      const file = join(await makeDataDir(), 'backup')
      await run('pg_dump', ['--format=custom', `--file=${file}`, database.url])
      const restore = ['--clean', '--if-exists', '--single-transaction', `--dbname=${database.url}`, file]
      return async () => void (await run('pg_restore', restore))
    },
    [Symbol.asyncDispose]: database.drop,
  }
}

/** Both kinds, by name, empty: a start has to migrate them first. */
export const emptyDatabases = {
  SQLite: async (): Promise<ProcessDatabase> => sqliteIn(await makeDataDir()),
  PostgreSQL: async (): Promise<ProcessDatabase> => postgresOf(await createDatabase(inject('postgresUrl'))),
}

/** Gives a copy its own store id, by which databases that share a Redis are told apart. */
const renamed = async (copy: ProcessDatabase): Promise<ProcessDatabase> => {
  await copy.write(`update edge_progress set store_id = '${randomUUID()}'`)
  return copy
}

/** Both kinds, by name, migrated. They are copies of one database, since migrating takes longer than a start. */
export const databases = {
  SQLite: async (): Promise<ProcessDatabase> => {
    const dataDir = await makeDataDir()
    writeFileSync(join(dataDir, 'bunting.db'), await migratedSqlite())
    return renamed(sqliteIn(dataDir))
  },
  PostgreSQL: async (): Promise<ProcessDatabase> =>
    renamed(postgresOf(await createDatabase(inject('postgresUrl'), await migratedPostgres()))),
}
