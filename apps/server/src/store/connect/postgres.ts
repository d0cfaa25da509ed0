import { Kysely, type Logger, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Schema } from '../schema.ts'

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
