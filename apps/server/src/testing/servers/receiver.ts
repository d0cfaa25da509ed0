import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from '../at-end.ts'

/** A received request. */
type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** The reply: a status, a response, or no answer at all. */
export type Reply = number | { status: number; headers?: Record<string, string>; body?: string } | 'never'

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** Resolves when this many requests have arrived. */
  until(count: number): Promise<Received[]>
  /** The reply to all further requests. */
  reply: (received: Received, count: number) => Reply
}

type ReceiverOptions = { host?: string; port?: number; tls?: { key: string; cert: string }; reply?: Reply }

/** Starts a server to which webhooks are sent. */
export const startReceiver = async (options: ReceiverOptions = {}): Promise<Receiver> => {
  const { host = '127.0.0.1', port = 0, tls, reply = 200 } = options
  const waiting: { atLeast: number; resolve: (received: Received[]) => void }[] = []
  const listener: RequestListener = async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    const count = receiver.received.push(one)
    for (const { atLeast, resolve } of waiting) if (count >= atLeast) resolve(receiver.received)
    const answer = receiver.reply(one, count)
    if (answer === 'never') return
    const { status, headers = {}, body = '' } = typeof answer === 'number' ? { status: answer } : answer
    response.writeHead(status, headers).end(body)
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http${tls ? 's' : ''}://${host}:${taken}/hook`,
    port: taken,
    received: [],
    until: (atLeast) =>
      receiver.received.length >= atLeast
        ? Promise.resolve(receiver.received)
        : new Promise((resolve) => waiting.push({ atLeast, resolve })),
    reply: () => reply,
  }
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return receiver
}
