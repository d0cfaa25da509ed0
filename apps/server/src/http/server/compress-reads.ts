import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'

const pack = compress({ encoding: 'gzip', contentTypeFilter: /^application\/json/ })

/** Compresses lists of configs to a tenth, for people on slow lines. Programs, which have keys, get them uncompressed. */
export const compressReads: MiddlewareHandler = (c, next) =>
  c.req.method === 'GET' && c.req.header('authorization') === undefined ? pack(c, next) : next()
