import { Kysely, type Logger, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { CannotStart } from '../../cannot-start.ts'
import type { Schema } from '../schema.ts'
import { isUnreachable } from '../unreachable.ts'

const int8 = types.builtins.INT8

/** A PostgreSQL server, version 15 or newer. `onLost` hears of connections that broke while nobody used them. */
export const openPostgres = (url: string, log: Logger, onLost: (error: Error) => void): Kysely<Schema> => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    // Ours are microseconds and counters, all below 2^53.
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) as never },
  })
  pool.on('error', onLost)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log })
}

/** A wrong user, password or database. */
const refused = ['28P01', '28000', '3D000']

/** The error of a first use, in words where the database could not be reached. */
export const explainConnecting = (error: unknown): unknown => {
  const { code = '', message } = error as { code?: string; message: string }
  if (!refused.includes(code) && !isUnreachable(error)) return error
  return new CannotStart(`PostgreSQL cannot be used (${message || code}): is it up, and DATABASE_URL right?`)
}
