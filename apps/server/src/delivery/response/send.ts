import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { crossOrigin } from '../../http/server/cors.ts'
import { FastReply } from '../fast/reply.ts'
import { ResponseSink, type Sink } from '../stream/sink.ts'
import type { Answer } from './answer.ts'

/** Any origin may call Delivery, with a key and never with cookies. */
export const corsHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  crossOrigin.exposeHeaders.join(', '),
]

const preflightHeaders = [
  'Access-Control-Allow-Methods',
  'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers',
  crossOrigin.allowHeaders.join(', '),
  'Access-Control-Max-Age',
  String(crossOrigin.maxAgeSeconds),
]

export const preflight: Answer = { status: 204, body: '', headers: preflightHeaders }

/** The response that an answer is written to. */
export type Reply = ServerResponse | FastReply

/** `common` are the headers that every answer of the request has. */
export const send = (reply: Reply, { status, body, pieces, type, headers }: Answer, common: string[]): void => {
  // The caller is gone.
  if (reply.destroyed) return
  const all = common
  if (headers) all.push(...headers)
  const length = lengthOf(body)
  const sent = length + (pieces?.bytes ?? 0)
  if (body !== '') all.push('Content-Type', type ?? 'application/json', 'Content-Length', String(sent))
  reply.writeHead(status, all)
  if (pieces && !(reply instanceof FastReply)) {
    reply.write(body as Buffer)
    sendPieces(reply, pieces.of)
    return
  }
  // In ASCII text each character is a byte: as latin1 it needs no encoding.
  if (typeof body === 'string') reply.end(body, length === body.length ? 'latin1' : 'utf8')
  else if (Buffer.isBuffer(body)) reply.end(body)
  else if (reply instanceof FastReply) reply.endWith(body)
  else reply.end(Buffer.concat(body))
}

/** As fast as they are taken and no faster: a list may be larger than what is left of the memory. */
const sendPieces = (reply: ServerResponse, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): void => {
  // A copy of each: its memory is used again for the next.
  const copied = (async function* () {
    for await (const piece of pieces) yield Buffer.from(piece)
  })()
  pipeline(Readable.from(copied, { objectMode: false, highWaterMark: 1 }), reply, () => undefined)
}

const lengthOf = (body: Answer['body']): number =>
  typeof body === 'string' || Buffer.isBuffer(body)
    ? Buffer.byteLength(body)
    : body.reduce((length, part) => length + part.length, 0)

export const sinkOf = (reply: Reply): Sink => (reply instanceof FastReply ? reply.openSink() : new ResponseSink(reply))
