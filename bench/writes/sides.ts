import { programAt, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { type Connection, openConnection } from '../load/connection.ts'
import { wireRequest } from '../load/request.ts'
import type { BenchDatabase } from '../support/databases.ts'
import type { Statement } from '../support/statement.ts'
import type { Ask } from './kinds.ts'

/** What carries out each caller's writes, on its own copy of a database. */
export type Side = { write(caller: number, at: number): Promise<void>; close(): Promise<void> }

/** The driver alone: of each caller's writes the statements. */
export const bareSide = async (original: BenchDatabase, statements: readonly Statement[][][]): Promise<Side> => {
  const database = await original.copy()
  const bare = await database.openBare(statements.length)
  return {
    write: async (caller, at) => void (await bare.ask(caller, statements[caller]?.[at] ?? [])),
    close: async () => {
      await bare.close()
      await database.remove()
    },
  }
}

/** The service in a process of its own, this build or another by its `main.js`. */
export const serviceSide = async (
  original: BenchDatabase,
  key: string,
  asks: readonly Ask[][],
  main?: string,
): Promise<Side> => {
  const database = await original.copy()
  const server = await startServer(database.settings, main === undefined ? {} : { program: programAt(main) })
  const port = Number(new URL(server.managementUrl).port)
  const connections = await Promise.all(asks.map(() => openConnection(port)))
  const headers = { authorization: `Bearer ${key}` }
  const requests = asks.map((own) =>
    own.map(({ method, path, body }) => Buffer.from(wireRequest(method, path, body, headers))),
  )
  return {
    write: (caller, at) =>
      new Promise((resolve) => {
        ;(connections[caller] as Connection).send(requests[caller]?.[at] as Buffer, resolve)
      }),
    close: async () => {
      for (const connection of connections) connection.close()
      await server.stop()
      await database.remove()
    },
  }
}
