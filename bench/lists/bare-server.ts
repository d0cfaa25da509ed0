import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBarePostgres, openBareSqlite } from '../support/bare.ts'
import type { Statement } from '../support/statement.ts'

/** Where the database is, by its file or its address, and what to ask it at each request. */
export type BareList = { file?: string; url?: string; callers: number; statements: readonly Statement[] }

// The yardstick: the statements of a request, their rows as JSON, and nothing else.
process.once('message', async ({ file, url = '', callers, statements }: BareList) => {
  const bare = file === undefined ? await openBarePostgres(url, callers) : openBareSqlite(file)
  const free = Array.from({ length: callers }, (_, caller) => caller)
  const server = createServer(async (_, response) => {
    const caller = free.pop() as number
    const text = JSON.stringify(await bare.ask(caller, statements))
    free.push(caller)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())
