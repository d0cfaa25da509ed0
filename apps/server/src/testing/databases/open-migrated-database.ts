import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely, Logger } from 'kysely'
import { inject } from 'vitest'
import { once } from '../../base/once.ts'
import type { Dialect } from '../../store/connect/dialect.ts'
import { openPostgres } from '../../store/connect/postgres.ts'
import { connectSqlite, openSqlite } from '../../store/connect/sqlite.ts'
import { migrate } from '../../store/core/migrate.ts'
import type { Schema } from '../../store/core/schema.ts'
import { unboundedPostgres } from '../servers/unbounded.ts'
import { makeFolder } from '../services/make-folder.ts'
import { createDatabase } from '../services.ts'

type Opened = {
  db: Kysely<Schema>
  dialect: Dialect
  databaseUrl: string | undefined
  drop(): Promise<void>
}

/**
 * Opens a migrated database of the kind that the project tests, as a server leaves it after its first start. It is migrated
 * once per process and then copied; the migration itself is covered by other tests.
 */
export const openMigratedDatabase = async (onQuery: Logger): Promise<Opened> => {
  if (inject('database') === 'sqlite') {
    const folder = await makeFolder('database')
    await writeFile(join(folder, 'bunting.db'), await migratedSqlite())
    return {
      db: openSqlite(folder, onQuery),
      dialect: 'sqlite',
      databaseUrl: undefined,
      drop: () => rm(folder, { recursive: true }),
    }
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), await migratedPostgres())
  return { db: openPostgres(url, onQuery, ignore, unboundedPostgres), dialect: 'postgres', databaseUrl: url, drop }
}

const ignore = () => undefined

/** The file of a migrated SQLite database. */
export const migratedSqlite = once(async () => {
  const database = new DatabaseSync(':memory:')
  const db = connectSqlite(database, ignore)
  await migrate(db, 'sqlite')
  const bytes = database.serialize()
  await db.destroy()
  return bytes
})

/** A migrated PostgreSQL database to copy. */
export const migratedPostgres = once(async () => {
  const database = await createDatabase(inject('postgresUrl'))
  const db = openPostgres(database.url, ignore, ignore, unboundedPostgres)
  await migrate(db, 'postgres')
  await db.destroy()
  return database
})
