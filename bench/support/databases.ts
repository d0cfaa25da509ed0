import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Settings } from '../../apps/server/src/testing/servers/server-process.ts'
import { createDatabase, startPostgres } from '../../apps/server/src/testing/services.ts'
import { type Bare, openBarePostgres, openBareSqlite } from './bare.ts'

/** A connection while no server runs: the same SQL goes to either database. */
export type Connection = {
  run(statement: string): Promise<void>
  rows<Row>(query: string): Promise<Row[]>
  /** After many rows were written: what a database does by itself in time. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** A throw-away database. */
export type BenchDatabase = {
  name: string
  settings: Settings
  connect(): Promise<Connection>
  /** While no server runs: one like it. */
  copy(): Promise<BenchDatabase>
  /** By the driver alone, as the server uses it; for so many callers at once. */
  openBare(callers: number): Promise<Bare>
  remove(): Promise<void>
}

const newDataDir = () => mkdtemp(join(tmpdir(), 'bunting-bench-'))

const sqliteIn = (dataDir: string): BenchDatabase => {
  return {
    name: 'SQLite',
    settings: { BUNTING_DATA_DIR: dataDir },
    connect: async () => {
      const database = new DatabaseSync(join(dataDir, 'bunting.db'))
      database.exec('pragma synchronous = off')
      return {
        run: async (statement) => database.exec(statement),
        rows: async <Row>(query: string) => database.prepare(query).all() as Row[],
        settle: async () => database.exec('pragma wal_checkpoint(truncate)'),
        close: async () => database.close(),
      }
    },
    copy: async () => {
      const other = await newDataDir()
      await cp(dataDir, other, { recursive: true })
      return sqliteIn(other)
    },
    openBare: async () => openBareSqlite(join(dataDir, 'bunting.db')),
    remove: () => rm(dataDir, { recursive: true }),
  }
}

const openSqlite = async (): Promise<BenchDatabase> => sqliteIn(await newDataDir())

/** `server` has the database that this is, or is a copy of. */
const postgresAt = (server: string, url: string, remove: () => Promise<void>): BenchDatabase => {
  return {
    name: 'PostgreSQL',
    settings: { DATABASE_URL: url },
    connect: async () => {
      const client = new pg.Client(url)
      await client.connect()
      return {
        run: async (statement) => void (await client.query(statement)),
        rows: async (query) => (await client.query(query)).rows,
        settle: async () => void (await client.query('vacuum analyze')),
        close: () => client.end(),
      }
    },
    copy: async () => {
      const other = await createDatabase(server, { url })
      return postgresAt(server, other.url, other.drop)
    },
    openBare: (callers) => openBarePostgres(url, callers),
    remove,
  }
}

/** Not in the database that the server comes with: somebody is always connected to that. */
const openPostgres = async (): Promise<BenchDatabase> => {
  const postgres = await startPostgres()
  const { url } = await createDatabase(postgres.url)
  return postgresAt(postgres.url, url, () => postgres.stop())
}

const openers: Record<string, () => Promise<BenchDatabase>> = { sqlite: openSqlite, postgres: openPostgres }

/** Those that the command line names, or all. */
export const chosenDatabases = (): (() => Promise<BenchDatabase>)[] => {
  const named = process.argv.slice(2).filter((name) => name in openers)
  return Object.entries(openers).flatMap(([name, open]) => (named.length === 0 || named.includes(name) ? [open] : []))
}
