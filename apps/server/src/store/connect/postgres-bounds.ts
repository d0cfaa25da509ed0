import { CompiledQuery, type DatabaseConnection, PostgresDriver } from 'kysely'
import { Client, type ClientConfig, DatabaseError, type Pool, type QueryResult } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withTimeout } from '../../base/with-timeout.ts'
import { type CopyResult, isCopy, readCopy } from './postgres-copy.ts'

/** The timeouts for connecting, and for a statement; 0 for no timeout. */
export type PostgresBounds = { connectMs: number; statementMs: number }

export const postgresBounds: PostgresBounds = { connectMs: 5_000, statementMs: 30_000 }

// PgBouncer gives a connection to somebody else after each transaction, so no session settings can be used: in a
// transaction the database enforces the timeout of each statement, outside of one the client below does.

export class BoundedDriver extends PostgresDriver {
  readonly #statementMs: number

  constructor(pool: Pool, { statementMs }: PostgresBounds) {
    super({ pool })
    this.#statementMs = statementMs
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`begin; set local statement_timeout = ${this.#statementMs}`))
  }
}

/** The client class that the pool of Kysely creates connections with. */
export const boundedClient = ({ statementMs }: PostgresBounds): typeof Client =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super(config)
      // A connection that breaks between two statements of a transaction must not end the process: the next statement fails.
      this.on('error', () => undefined)
    }

    // biome-ignore lint/suspicious/noExplicitAny: one of many ways to call it.
    override query(text: any, values?: any): any {
      if (isCopy(text)) return this.#copy(text)
      if (this.getTransactionStatus() !== 'I') return super.query(text, values)
      const asked = super.query({ text, values, query_timeout: statementMs } as { text: string })
      return asked.catch((error: Error): QueryResult => {
        // The connection still waits for that answer: close it, so that no later statement waits behind it.
        if (error.message === 'Query read timeout') void this.end()
        throw error
      })
    }

    async #copy(text: string): Promise<CopyResult> {
      try {
        const copied = readCopy(super.query(copyTo(text)))
        return await (statementMs > 0 ? withTimeout(statementMs, copied) : copied)
      } catch (error) {
        // Unless the database reported the error, rows may still arrive, so the connection cannot be reused.
        if (!(error instanceof DatabaseError)) void this.end()
        throw error
      }
    }
  }
