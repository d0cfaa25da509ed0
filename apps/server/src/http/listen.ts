import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = { port: number; close(): Promise<void> }

const drainMs = 10_000

/** Listens, and on `close` finishes what is in flight, for ten seconds at most. */
export const listen = async (handler: RequestListener, host: string, port: number): Promise<Listener> => {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) }
}

const drain = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve))
  const impatient = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(impatient)
}
