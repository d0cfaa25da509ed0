import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'
import type { Schema } from './schema.ts'
import type { Signal } from './signals.ts'

/** The context of a table's code: the database, or a transaction of it. */
export type Access = {
  db: Kysely<Schema>
  dialect: Dialect
  /** Notifies listeners in this process, after the commit; `executeAndTell` also notifies other processes. */
  tell(signal: Signal): void
  /** The name of this process among those that share the database. */
  sender: string
  /** Sums up the bytes of configs that were stored, which are charged to the budget of the caller. */
  kept: { bytes: number }
  /** Replaces the clock that `clock.nowUs` reads. */
  nowUs?: (() => number) | undefined
}

/** Locks the rows until the transaction ends. SQLite has one writer at a time, so there is nothing to lock. */
export const locked = <Tables, Table extends keyof Tables, Row>(
  access: Pick<Access, 'dialect'>,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> => (access.dialect === 'postgres' ? query.forNoKeyUpdate() : query)
