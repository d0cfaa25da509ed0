import { Kysely, type Logger, PostgresAdapter, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { StartupError } from '../../base/startup-error.ts'
import type { Schema } from '../core/schema.ts'
import { isUnreachable } from '../core/unreachable.ts'
import { BoundedDriver, boundedClient, type PostgresBounds, postgresBounds } from './postgres-bounds.ts'

const int8 = types.builtins.INT8

/** Connects to PostgreSQL 15 or newer. `onLost` is called for connections that broke while idle. */
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
    // Our 8-byte integers are microseconds and counters, all below 2^53.
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) as never },
  })
  pool.on('error', onLost)
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new BoundedDriver(pool, bounds)
  dialect.createAdapter = () => new Adapter()
  return new Kysely<Schema>({ dialect, log })
}

/** Kysely's migration lock belongs to a session, which a pooler does not preserve: `migrate` locks in its transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Codes for a wrong user, password or database; PgBouncer sends the last one for all of these. */
const refused = ['28P01', '28000', '3D000', '08P01']

/** Turns the error of the first query into a message for people if the database could not be reached. */
export const connectionError = (error: unknown): unknown => {
  const { code = '', message } = error as { code?: string; message: string }
  if (!refused.includes(code) && !isUnreachable(error)) return error
  return new StartupError(`PostgreSQL cannot be used (${message || code}): is it up, and DATABASE_URL right?`)
}
