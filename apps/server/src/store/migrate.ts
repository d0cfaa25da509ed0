import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { CannotStart } from '../cannot-start.ts'
import type { Dialect } from './connect/dialect.ts'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/** The number that Kysely's migrator locks: instances of earlier releases wait for it too. */
const lock = '3853314791062309107'

/**
 * Brings the database to this code's schema, or as far as the given migrations go, in one transaction. Instances that
 * start at once take turns, however long one takes.
 */
export const migrate = (db: Kysely<Schema>, dialect: Dialect, wanted = migrations): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(${sql.raw(lock)})`.execute(tx)
    }
    await refuseNewer(tx)
    const migrator = new Migrator({
      db: tx,
      migrationTableName: 'bunting_migrations',
      migrationLockTableName: 'bunting_migrations_lock',
      provider: {
        getMigrations: async () =>
          Object.fromEntries(Object.entries(wanted).map(([name, up]) => [name, { up: (at) => up(at, dialect) }])),
      },
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })

const refuseNewer = async (db: Kysely<Schema>): Promise<void> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'bunting_migrations')) return
  const { rows } = await sql<{ name: string }>`select name from bunting_migrations order by name`.execute(db)
  const unknown = rows.filter((row) => !Object.hasOwn(migrations, row.name)).map((row) => row.name)
  if (unknown.length === 0) return
  throw new CannotStart(
    `The database was made by a newer release of Bunting (it has ${unknown.join(', ')}). Start that release, or restore a backup made before it.`,
  )
}
