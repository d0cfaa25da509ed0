import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type SqliteStatement,
} from 'kysely'
import type { serialQueue } from '../../base/serial-queue.ts'

type Prepare = (sql: string) => SqliteStatement

export type SqliteParts = {
  /** Prepares a statement on the connection that writes. */
  write: Prepare
  /** Prepares a statement on the connection for committed reads. Undefined for a database in memory. */
  read: Prepare | undefined
  /** The queue of the writing connection: one transaction or one statement at a time. */
  writers: ReturnType<typeof serialQueue>
  /** False where SQLite has rolled back by itself. */
  isInTransaction: () => boolean
  close: () => void
}

/**
 * Transactions and writes take turns on one connection. Reads outside of transactions have a connection of their own:
 * they see only what is committed, and a long transaction that yields between its parts does not keep them waiting.
 */
export class SqliteDriver implements Driver {
  readonly #parts: SqliteParts
  /** Kysely wraps each connection that it sees for the first time, so connections are used again. */
  readonly #free: Connection[] = []

  constructor(parts: SqliteParts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#free.pop() ?? new Connection(this.#parts)
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.releaseWriter()
    this.#free.push(connection)
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.takeWriter()
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** When the disk is full SQLite has already rolled back: a second rollback would fail, and hide the first error. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    if (this.#parts.isInTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#parts.close()
  }
}

class Connection implements DatabaseConnection {
  readonly #parts: SqliteParts
  #releaseWriter: (() => void) | undefined

  constructor(parts: SqliteParts) {
    this.#parts = parts
  }

  /** Waits for the writing connection. All later statements run on it, until `releaseWriter`. */
  async takeWriter(): Promise<void> {
    if (this.#releaseWriter) return
    await new Promise<void>((resolve) => {
      void this.#parts.writers.add(
        () =>
          new Promise<void>((release) => {
            this.#releaseWriter = release
            resolve()
          }),
      )
    })
  }

  releaseWriter(): void {
    this.#releaseWriter?.()
    this.#releaseWriter = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { write, read, writers } = this.#parts
    if (this.#releaseWriter) return run(write, query)
    if (read && isRead(query)) return run(read, query)
    return writers.add(async () => run<Row>(write, query))
  }

  // biome-ignore lint/correctness/useYield: nothing asks for it
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('the embedded database answers a query as a whole')
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\s/i.test(sql)

const run = <Row>(prepare: Prepare, { sql, parameters }: CompiledQuery): QueryResult<Row> => {
  const statement = prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}
