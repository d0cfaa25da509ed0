import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteStatement } from 'kysely'

/** The prepared statements of a connection, by their text. */
export type Statements = {
  prepare(sql: string): SqliteStatement
  /** Call this when the schema changes: statements that were prepared before may have outdated columns. */
  clear(): void
}

export const openStatements = (database: DatabaseSync, afterWrite?: () => void): Statements => {
  const statements = new Map<string, SqliteStatement>()
  const prepareNew = (sql: string) => adapt(database.prepare(sql), /^\s*select\s/i.test(sql) ? undefined : afterWrite)
  return {
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      if (changesSchema(sql)) return prepareNew(sql)
      // Lists of different lengths make different texts: without a limit, statements would pile up.
      if (statements.size >= 500) statements.clear()
      const statement = prepareNew(sql)
      statements.set(sql, statement)
      return statement
    },
    clear: () => statements.clear(),
  }
}

export const changesSchema = (sql: string): boolean => /^\s*(alter|create|drop)\s/i.test(sql)

/** Rows are read as arrays and turned into objects here: the driver's own objects take twice as long to make and to read. */
const adapt = (statement: StatementSync, afterwards?: () => void): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  const toRow = (values: unknown): Row => {
    const row: Row = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = (values as unknown[])[at]
    return row
  }
  return {
    reader: names.length > 0,
    all: (parameters) => {
      const rows = statement.all(...parameters.map(bindable)).map(toRow)
      afterwards?.()
      return rows
    },
    run: (parameters) => {
      const result = statement.run(...parameters.map(bindable))
      afterwards?.()
      return result
    },
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)).map(toRow),
  }
}

type Row = Record<string, unknown>

const bindable = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
