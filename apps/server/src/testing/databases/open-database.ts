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

/** Opens an empty database of the kind that the project tests. */
export const openEmptyDatabase = async (onQuery: Logger = ignore): Promise<Opened> => {
  if (inject('database') === 'sqlite') return { db: openSqlite(undefined, onQuery), dialect: 'sqlite' }
  const { url } = await createDatabase(inject('postgresUrl'))
  return { db: openPostgres(url, onQuery, ignore, unboundedPostgres), dialect: 'postgres' }
}

/** Opens a database as an earlier release left it: with all migrations up to this one. */
export const openAtMigration = async (last: string): Promise<Opened> => {
  const { db, dialect } = await openEmptyDatabase()
  await migrate(db, dialect, Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)))
  return { db, dialect }
}
