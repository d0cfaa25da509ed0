import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'

/** Any origin may call Delivery, with a key and never with cookies. */
export const corsHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
]

const preflightHeaders = [
  'Access-Control-Allow-Methods',
  'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-API-Key, Last-Event-ID, X-Request-Id, Idempotency-Key',
  'Access-Control-Max-Age',
  '86400',
]

export const preflight: Answer = { status: 204, body: '', headers: preflightHeaders }

/** `common` are the headers that every answer of the request has. */
export const send = (response: ServerResponse, { status, body, type, headers }: Answer, common: string[]): void => {
  // Nobody is there to read it.
  if (response.destroyed) return
  const all = common
  if (headers) all.push(...headers)
  if (body !== '') {
    all.push('Content-Type', type ?? 'application/json', 'Content-Length', String(Buffer.byteLength(body)))
  }
  all.push('Cache-Control', 'no-store')
  response.writeHead(status, all)
  response.end(body)
}
