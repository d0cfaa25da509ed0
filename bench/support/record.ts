import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type ServiceHere, startHere } from '../../apps/server/src/testing/servers/start-here.ts'
import type { BenchDatabase } from './databases.ts'
import type { Statement } from './statement.ts'

const request = new AsyncLocalStorage<Statement[]>()

const note = (text: string, values: readonly unknown[]): void => void request.getStore()?.push({ text, values })

/** Comes back with what takes the ear away again: whoever is measured afterwards is not to pay for it. */
const listenToSqlite = (): (() => void) => {
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    const statement = prepare.call(this, text, ...rest)
    for (const method of ['all', 'run'] as const) {
      const run = statement[method].bind(statement) as (...values: unknown[]) => never
      statement[method] = (...values: unknown[]) => {
        note(text, values)
        return run(...values)
      }
    }
    return statement
  }
  return () => {
    DatabaseSync.prototype.prepare = prepare
  }
}

const listenToPostgres = (): (() => void) => {
  const { query } = pg.Client.prototype
  // biome-ignore lint/suspicious/noExplicitAny: one of many ways to call it; the pool's own has a callback.
  const heard = function (this: pg.Client, ...asked: any[]): any {
    const [statement, values] = asked
    if (typeof statement === 'string') note(statement, Array.isArray(values) ? values : [])
    else if (typeof statement.text === 'string') note(statement.text, statement.values ?? [])
    return Reflect.apply(query, this, asked)
  }
  pg.Client.prototype.query = heard
  return () => {
    pg.Client.prototype.query = query
  }
}

/**
 * What the service asks its database while it answers the requests of some work: a list for each, in their order. What it
 * asks by itself meanwhile is not among them.
 */
export const recordStatements = async (
  { settings }: BenchDatabase,
  work: (service: ServiceHere) => Promise<void>,
): Promise<Statement[][]> => {
  const all: Statement[][] = []
  const begin = () => {
    const statements: Statement[] = []
    all.push(statements)
    request.enterWith(statements)
  }
  const stops = [listenToSqlite(), listenToPostgres(), () => unsubscribe('http.server.request.start', begin)]
  subscribe('http.server.request.start', begin)
  try {
    await using service = await startHere(settings)
    await work(service)
  } finally {
    for (const stop of stops) stop()
  }
  return all
}
