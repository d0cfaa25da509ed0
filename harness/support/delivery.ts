import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Asked, readRequests } from './read-requests.ts'
import { openReply, type Reply, type StreamReply } from './reply.ts'

export type Handler = (asked: Asked, reply: Reply) => unknown
type Sent = { revision: number; [field: string]: unknown }

export type Delivery = Awaited<ReturnType<typeof openDelivery>>

/**
 * The time after a scenario from which requests count as late: those under way when the flags were closed may take a while on a
 * busy machine. A client that was not closed is still noticed, since it sends more.
 */
const underWayMs = 5_000

/**
 * A fake Delivery API in which a scenario controls every byte. Requests without a handler are answered as the service would. Its
 * port stays bound after the scenario, so that `late` can count the requests of clients that were not closed.
 */
export const openDelivery = async () => {
  const asked: Asked[] = []
  const streams = new Set<StreamReply>()
  const handlers = new Map<string, Handler>()
  const sockets = new Set<Socket>()
  let current: Sent | undefined
  let overAtMs = Number.POSITIVE_INFINITY
  let late = 0

  const answerStream: Handler = (_, reply) => {
    if (!current) return reply.answer(503)
    follow(reply).event('bundle', current)
  }
  const answerBundle: Handler = ({ headers }, reply) => {
    if (!current) return reply.answer(503)
    const etag = `"${current.revision}"`
    if (headers['if-none-match'] === etag) return reply.answer(304, { etag })
    reply.answer(200, { etag, 'content-type': 'application/json' }, JSON.stringify(current))
  }
  const usual: Record<string, Handler> = {
    '/v1/stream': answerStream,
    '/v1/bundle': answerBundle,
    '/v1/telemetry/events': (_, reply) =>
      reply.answer(202, { 'content-type': 'application/json' }, '{"accepted":1,"rejected":[]}'),
    '/v1/track': (_, reply) =>
      reply.answer(202, { 'content-type': 'application/json' }, '{"accepted":1,"rejected":[],"ignored":{}}'),
  }

  /** Opens a stream, which receives everything that is sent from now on. */
  const follow = (reply: Reply): StreamReply => {
    const stream = reply.stream()
    streams.add(stream)
    stream.comment()
    stream.onClose(() => streams.delete(stream))
    return stream
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    readRequests(socket, (one) => {
      if (performance.now() > overAtMs + underWayMs) late++
      asked.push(one)
      const handler = handlers.get(one.path) ?? usual[one.path]
      const reply = openReply(socket)
      if (performance.now() > overAtMs || !handler) return reply.answer(404)
      handler(one, reply)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests to a path, in order. */
    asked: (path: string) => asked.filter((one) => one.path === path),
    streams,
    /** Sets the handler of a path; undefined restores the default one. */
    on: (path: string, handler: Handler | undefined): void => {
      if (handler) handlers.set(path, handler)
      else handlers.delete(path)
    },
    follow,
    /** Sets the bundle of all further responses. */
    has: (bundle: object | undefined): void => {
      current = bundle as Sent | undefined
    },
    /** Sets the bundle, and sends it on all open streams. */
    sends: (bundle: object): void => {
      current = bundle as Sent
      for (const stream of streams) stream.event('bundle', current)
    },
    patches: (patch: object, becomes?: object): void => {
      if (becomes) current = becomes as Sent
      for (const stream of streams) stream.event('patch', patch as Sent)
    },
    /** Ends all streams regularly. */
    endStreams: (): void => {
      for (const stream of streams) stream.end()
    },
    /** Destroys all connections. */
    cut: (): void => {
      for (const socket of sockets) socket.destroy()
    },
    over: (): void => {
      overAtMs = performance.now()
    },
    late: () => late,
    close: (): void => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
