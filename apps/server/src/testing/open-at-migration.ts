import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { inject } from 'vitest'
import type { Dialect } from '../store/connect/dialect.ts'
import { openPostgres } from '../store/connect/postgres.ts'
import { openSqlite } from '../store/connect/sqlite.ts'
import { migrations } from '../store/migrations/index.ts'
import type { Schema } from '../store/schema.ts'
import { createDatabase } from './services.ts'

/** An empty database as a release of before left it: with the migrations up to this one. */
export const openAtMigration = async (last: string): Promise<{ db: Kysely<Schema>; dialect: Dialect }> => {
  const dialect = inject('database') as Dialect
  const db = await connect(dialect)
  const migrator = new Migrator({
    db,
    migrationTableName: 'bunting_migrations',
    migrationLockTableName: 'bunting_migrations_lock',
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations)
            .filter(([name]) => name <= last)
            .map(([name, up]) => [name, { up: (at) => up(at, dialect) }]),
        ),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return { db, dialect }
}

const connect = async (dialect: Dialect): Promise<Kysely<Schema>> => {
  const ignore = () => undefined
  if (dialect === 'sqlite') return openSqlite(undefined, ignore)
  return openPostgres((await createDatabase(inject('postgresUrl'))).url, ignore, ignore)
}
