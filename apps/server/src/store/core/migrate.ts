import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartupError } from '../../base/startup-error.ts'
import type { Dialect } from '../connect/dialect.ts'
import { migrations, newerThanKnown } from '../migrations/index.ts'
import type { Schema } from './schema.ts'

/** The id of the advisory lock that Kysely's migrator takes: instances of earlier releases wait for it too. */
const lock = '3853314791062309107'

/**
 * Migrates the database to this code's schema, or as far as the given migrations go, in one transaction. Instances that
 * start at the same time take turns, however long one takes.
 */
export const migrate = (db: Kysely<Schema>, dialect: Dialect, wanted = migrations): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${sql.raw(lock)})`.execute(tx)
    }
    const newer = await findNewer(tx)
    const known = { ...wanted, ...Object.fromEntries(newer.map((name) => [name, nothing])) }
    const migrator = new Migrator({
      db: tx,
      migrationTableName: 'bunting_migrations',
      migrationLockTableName: 'bunting_migrations_lock',
      provider: {
        getMigrations: async () =>
          Object.fromEntries(Object.entries(known).map(([name, up]) => [name, { up: (at) => up(at, dialect) }])),
      },
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })

/** Stands in for a migration that a newer release has already run. */
const nothing = async (): Promise<void> => undefined

/** The migrations of a newer release that this one is compatible with; throws if there are incompatible ones. */
const findNewer = async (db: Kysely<Schema>): Promise<string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'bunting_migrations')) return []
  const { rows } = await sql<{ name: string }>`select name from bunting_migrations order by name`.execute(db)
  const { compatible, incompatible } = newerThanKnown(rows.map(({ name }) => name))
  if (incompatible.length === 0) return compatible
  throw new StartupError(
    `The database was made by a newer release of Bunting (it has ${incompatible.join(', ')}). Start that release, or restore a backup made before it.`,
  )
}
