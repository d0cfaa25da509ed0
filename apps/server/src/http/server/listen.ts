import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answersCutOff, answersUnread } from '../../base/metrics.ts'
import { BufferedMessage, usualBodyBounds } from './buffered-message.ts'
import { type Answering, type Connection, type ConnectionBounds, latestAnswer, openConnections } from './connections.ts'
import { openUnreadAnswers, type UnreadAnswers, usualUnreadBounds } from './unread-answers.ts'

export type Listener = { port: number; close(): Promise<void> }

const usualDrainMs = 10_000
export const keepAliveSeconds = 65
export const requestSeconds = 30

/** Answers the requests it knows, ahead of Node's HTTP. */
export type FastPath = {
  take(connection: Connection): void
  /** Ends idle connections. */
  close(): void
}

export type Fallback = {
  /** Gives a connection to Node's HTTP, for good. */
  delegate(connection: Connection): void
  /** To be called before each answer is begun. */
  begin(connection: Connection, answer: Answering): void
  unread: UnreadAnswers
}

export type Handler<Message extends typeof IncomingMessage> = {
  listener: RequestListener<Message>
  /** The class of its requests, if it has its own. */
  message?: Message
  openFastPath?: (fallback: Fallback) => FastPath
}

/** Listens; `close` accepts nothing new and finishes requests under way, for ten seconds at most. */
export const listen = async <Message extends typeof IncomingMessage>(
  { listener, message, openFastPath }: Handler<Message>,
  host: string,
  port: number,
  bounds: ConnectionBounds,
  drainMs = usualDrainMs,
): Promise<Listener> => {
  const connections = openConnections(bounds)
  const unread = openUnreadAnswers(bounds.unread ?? usualUnreadBounds, {
    cutOff: (bound) => answersCutOff.inc({ listener: bounds.listener, bound }),
    bytes: (total) => answersUnread.set({ listener: bounds.listener }, total),
  })
  let closing = false
  const begin = (connection: Connection, answer: Answering): void => {
    if (closing) answer.shouldKeepAlive = false
    connection[latestAnswer] = answer
  }
  const server = createServer<Message>({
    IncomingMessage: message ?? (BufferedMessage as typeof IncomingMessage as Message),
    ServerResponse: responsesOf(unread),
    // Buffered messages bound the time of their bodies themselves.
    requestTimeout: message ? requestSeconds * 1_000 : 0,
    headersTimeout: 15_000,
    keepAliveTimeout: keepAliveSeconds * 1_000,
  })
  server.on('request', (request, response) => {
    begin(request.socket, response)
    if (request instanceof BufferedMessage) {
      request.bound(bounds.bodies ?? usualBodyBounds, () => refuseLate(request.socket, response))
    }
    listener(request, response)
  })
  // Node's own listener for connections: the fast path calls it for those that it does not serve.
  const [serve] = server.listeners('connection') as ((connection: Connection) => void)[]
  const delegate = (connection: Connection): void => serve?.call(server, connection)
  const fastPath = openFastPath?.({ delegate, begin, unread })
  server.removeAllListeners('connection')
  server.on('connection', (connection: Connection) => {
    connections.add(connection)
    if (connection.destroyed) return
    if (fastPath) fastPath.take(connection)
    else delegate(connection)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const close = async (): Promise<void> => {
    closing = true
    for (const connection of connections) {
      const answer = connection[latestAnswer]
      if (!answer) continue
      // Tells the client to close, so that it does not send another request on a closing connection.
      answer.shouldKeepAlive = false
      // Headers that are sent already promised to keep the connection: it has to be closed here when the answer is finished.
      if (answer instanceof ServerResponse && answer.headersSent) answer.once('finish', () => connection.destroySoon())
    }
    const closed = new Promise((resolve) => server.close(resolve))
    fastPath?.close()
    const timer = setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, drainMs)
    await closed
    clearTimeout(timer)
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** As Node does where a request takes too long. */
const refuseLate = (connection: Connection, response: ServerResponse): void => {
  if (!response.headersSent) connection.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  connection.destroySoon()
}

/** Smaller answers are not counted: a connection itself takes more. */
const smallBytes = 16 * 1024

/** Responses that report themselves if they are not taken at once. */
const responsesOf = (unread: UnreadAnswers) =>
  class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override end(...last: unknown[]): this {
      const [body] = last
      ;(super.end as (...last: unknown[]) => this)(...last)
      if (this.writableLength >= smallBytes && (typeof body === 'string' || body instanceof Uint8Array)) {
        unread.hold(this, this.req.socket, body)
      }
      return this
    }
  }
