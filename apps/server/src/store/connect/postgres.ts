import { Kysely, type Logger, PostgresAdapter, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { StartupError } from '../../base/startup-error.ts'
import type { Schema } from '../core/schema.ts'
import { isUnreachable } from '../core/unreachable.ts'
import { BoundedDriver, boundedClient, type PostgresBounds, postgresBounds } from './postgres-bounds.ts'

const int8 = types.builtins.INT8

/** A PostgreSQL server, version 15 or newer. `onLost` hears of connections that broke while nobody used them. */
export const openPostgres = (
  url: string,
  log: Logger,
  onLost: (error: Error) => void,
  bounds: PostgresBounds = postgresBounds,
): Kysely<Schema> => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: bounds.connectMs,
    Client: boundedClient(bounds),
    // Ours are microseconds and counters, all below 2^53.
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) as never },
  })
  pool.on('error', onLost)
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new BoundedDriver(pool, bounds)
  dialect.createAdapter = () => new Adapter()
  return new Kysely<Schema>({ dialect, log })
}

/** The migrator's own lock is a session's, which a pooler does not keep together: `migrate` has one of its transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** A wrong user, password or database; the last is PgBouncer's for all of them. */
const refused = ['28P01', '28000', '3D000', '08P01']

/** The error of a first use, in words where the database could not be reached. */
export const connectionError = (error: unknown): unknown => {
  const { code = '', message } = error as { code?: string; message: string }
  if (!refused.includes(code) && !isUnreachable(error)) return error
  return new StartupError(`PostgreSQL cannot be used (${message || code}): is it up, and DATABASE_URL right?`)
}
