import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { Statement } from './statement.ts'

type Rows = readonly Record<string, unknown>[]

/** Statements straight to the driver, one after the other, by each of the callers that it was opened for. */
export type Bare = {
  ask(caller: number, statements: readonly Statement[]): Promise<Rows[]>
  close(): Promise<void>
}

/** One connection, durable to the last commit, and each statement prepared once. */
export const openBareSqlite = (file: string): Bare => {
  const database = new DatabaseSync(file)
  for (const pragma of ['locking_mode = exclusive', 'journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) {
    database.exec(`pragma ${pragma}`)
  }
  const prepared = new Map<string, StatementSync>()
  return {
    // Without a pause: transactions of others are on the same connection.
    ask: async (_, statements) =>
      statements.map(({ text, values }) => {
        const statement = prepared.get(text) ?? database.prepare(text)
        prepared.set(text, statement)
        return statement.all(...(values as SQLInputValue[]))
      }),
    close: async () => database.close(),
  }
}

/** A connection for each. */
export const openBarePostgres = async (url: string, callers: number): Promise<Bare> => {
  const clients = Array.from({ length: callers }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  return {
    ask: async (caller, statements) => {
      const answers: Rows[] = []
      for (const { text, values } of statements) {
        answers.push((await (clients[caller] as pg.Client).query(text, [...values])).rows)
      }
      return answers
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
