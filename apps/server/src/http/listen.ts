import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = { port: number; close(): Promise<void> }

const drainMs = 10_000

/** Listens, and on `close` takes nothing new and finishes what is in flight, for ten seconds at most. */
export const listen = async (handler: RequestListener, host: string, port: number): Promise<Listener> => {
  const inFlight = new Set<ServerResponse>()
  let closing = false
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 })
  server.on('request', (message, response) => {
    if (closing) response.shouldKeepAlive = false
    inFlight.add(response)
    response.on('close', () => inFlight.delete(response))
    handler(message, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const close = async (): Promise<void> => {
    closing = true
    // A client that is told so does not send another request into a closing connection.
    for (const response of inFlight) response.shouldKeepAlive = false
    const closed = new Promise((resolve) => server.close(resolve))
    const impatient = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearTimeout(impatient)
  }
  return { port: (server.address() as AddressInfo).port, close }
}
