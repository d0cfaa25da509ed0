import type { Kysely, Logger } from 'kysely'
import { inject } from 'vitest'
import type { Dialect } from '../../store/connect/dialect.ts'
import { openPostgres } from '../../store/connect/postgres.ts'
import { openSqlite } from '../../store/connect/sqlite.ts'
import { migrate } from '../../store/core/migrate.ts'
import type { Schema } from '../../store/core/schema.ts'
import { migrations } from '../../store/migrations/index.ts'
import { unboundedPostgres } from '../servers/unbounded.ts'
import { createDatabase } from '../services.ts'

type Opened = { db: Kysely<Schema>; dialect: Dialect }

const ignore = () => undefined

/** An empty database of the project that runs the test. */
export const openEmptyDatabase = async (onQuery: Logger = ignore): Promise<Opened> => {
  if (inject('database') === 'sqlite') return { db: openSqlite(undefined, onQuery), dialect: 'sqlite' }
  const { url } = await createDatabase(inject('postgresUrl'))
  return { db: openPostgres(url, onQuery, ignore, unboundedPostgres), dialect: 'postgres' }
}

/** The same as a release of before left it: with the migrations up to this one. */
export const openAtMigration = async (last: string): Promise<Opened> => {
  const { db, dialect } = await openEmptyDatabase()
  await migrate(db, dialect, Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)))
  return { db, dialect }
}
