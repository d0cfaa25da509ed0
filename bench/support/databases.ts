import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Settings } from '../../apps/server/src/testing/server-process.ts'
import { startPostgres } from '../../apps/server/src/testing/services.ts'

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
  remove(): Promise<void>
}

const openSqlite = async (): Promise<BenchDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
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
    remove: () => rm(dataDir, { recursive: true }),
  }
}

const openPostgres = async (): Promise<BenchDatabase> => {
  const postgres = await startPostgres()
  return {
    name: 'PostgreSQL',
    settings: { DATABASE_URL: postgres.url },
    connect: async () => {
      const client = new pg.Client(postgres.url)
      await client.connect()
      return {
        run: async (statement) => void (await client.query(statement)),
        rows: async (query) => (await client.query(query)).rows,
        settle: async () => void (await client.query('vacuum analyze')),
        close: () => client.end(),
      }
    },
    remove: () => postgres.stop(),
  }
}

const openers: Record<string, () => Promise<BenchDatabase>> = { sqlite: openSqlite, postgres: openPostgres }

/** Those that the command line names, or all. */
export const chosenDatabases = (): (() => Promise<BenchDatabase>)[] => {
  const named = process.argv.slice(2).filter((name) => name in openers)
  return Object.entries(openers).flatMap(([name, open]) => (named.length === 0 || named.includes(name) ? [open] : []))
}
