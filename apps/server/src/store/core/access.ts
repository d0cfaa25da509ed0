import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'
import type { Schema } from './schema.ts'
import type { Signal } from './signals.ts'

/** What a table file works on: the database, or a transaction of it. */
export type Access = {
  db: Kysely<Schema>
  dialect: Dialect
  /** Tells whoever listens in this process, once what was changed is committed: see `executeAndTell` for the others. */
  tell(signal: Signal): void
  /** What this process is called among those that share the database. */
  sender: string
  /** What of configs is kept by it, for whoever counts that. */
  kept: { bytes: number }
  /** In place of the clock that `clock.nowUs` reads. */
  nowUs?: (() => number) | undefined
}

/** Locks the rows until the transaction ends. SQLite has one writer at a time, so there is nothing to lock. */
export const locked = <Tables, Table extends keyof Tables, Row>(
  access: Pick<Access, 'dialect'>,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> => (access.dialect === 'postgres' ? query.forNoKeyUpdate() : query)
