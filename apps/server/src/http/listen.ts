import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Connection, latest, openConnections, type Room } from './connections.ts'
import { GatheringMessage } from './gathering-message.ts'

export type Listener = { port: number; close(): Promise<void> }

const drainMs = 10_000
export const keepAliveSeconds = 65

export type Handler<Message extends typeof IncomingMessage> = {
  listener: RequestListener<Message>
  /** Where its requests are of a class of their own. */
  message?: Message
}

/** Listens, and on `close` takes nothing new and finishes what is in flight, for ten seconds at most. */
export const listen = async <Message extends typeof IncomingMessage>(
  { listener, message }: Handler<Message>,
  host: string,
  port: number,
  room: Room,
): Promise<Listener> => {
  const connections = openConnections(room)
  let closing = false
  const server = createServer<Message>({
    IncomingMessage: message ?? (GatheringMessage as typeof IncomingMessage as Message),
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: keepAliveSeconds * 1_000,
  })
  server.on('connection', connections.add)
  server.on('request', (request, response) => {
    if (closing) response.shouldKeepAlive = false
    const connection: Connection = request.socket
    connection[latest] = response
    listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const close = async (): Promise<void> => {
    closing = true
    // A client that is told so does not send another request into a closing connection.
    for (const connection of connections) if (connection[latest]) connection[latest].shouldKeepAlive = false
    const closed = new Promise((resolve) => server.close(resolve))
    const timer = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearTimeout(timer)
  }
  return { port: (server.address() as AddressInfo).port, close }
}
