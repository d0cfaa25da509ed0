import { CompiledQuery, type DatabaseConnection, PostgresDriver } from 'kysely'
import { Client, type ClientConfig, type Pool, type QueryResult } from 'pg'

/** How long a connection, and then a statement, may take. */
export type PostgresBounds = { connectMs: number; statementMs: number }

export const postgresBounds: PostgresBounds = { connectMs: 5_000, statementMs: 30_000 }

// Behind PgBouncer a connection is somebody else's after each transaction, so that it can have no settings of its own: in
// a transaction the database bounds each statement, and what stands by itself is bounded from here.

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

/** As Kysely uses one. */
export const boundedClient = ({ statementMs }: PostgresBounds): typeof Client =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super(config)
      // One that breaks between two statements of a transaction must not end the process: the next statement fails.
      this.on('error', () => undefined)
    }

    // biome-ignore lint/suspicious/noExplicitAny: one of many ways to call it.
    override query(text: any, values?: any): any {
      if (this.getTransactionStatus() !== 'I') return super.query(text, values)
      const asked = super.query({ text, values, query_timeout: statementMs } as { text: string })
      return asked.catch((error: Error): QueryResult => {
        // It still waits for that answer: nobody is to wait behind it.
        if (error.message === 'Query read timeout') void this.end()
        throw error
      })
    }
  }
