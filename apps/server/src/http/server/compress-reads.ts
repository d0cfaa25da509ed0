import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

const pack = compress({ encoding: 'gzip', contentTypeFilter: /^application\/json/ })

/** Lists of configs are a tenth when compressed, which people with a slow line feel. Programs, with their keys, get them as ever. */
export const compressReads: MiddlewareHandler = (c, next) =>
  c.req.method === 'GET' && c.req.header('authorization') === undefined ? pack(c, next) : next()
