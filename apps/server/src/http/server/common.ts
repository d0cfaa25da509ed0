import { ApiError, fail } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { requestSeconds } from '../../base/metrics.ts'
import { beginRequest } from '../../base/trace.ts'
import { isUnreachable } from '../../store/core/unreachable.ts'
import { unwritableBy } from '../../store/core/unwritable.ts'
import type { Deps } from '../endpoint/deps.ts'
import { asApiError, errorBody } from '../endpoint/error-response.ts'
import { callerAddress } from './caller-address.ts'
import { requestIdOf } from './request-id.ts'
import { safeHeaders } from './safe-headers.ts'

type CommonDeps = Pick<Deps, 'log' | 'trustedProxies'>

/**
 * Gives every request of a listener its sender and a request id, and every answer safe headers, a measurement, and
 * errors in one format.
 */
export const common = (app: Hono, listener: string, { log, trustedProxies }: CommonDeps): void => {
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'))
    const stop = requestSeconds.startTimer({ listener, method: c.req.method })
    c.set('requestId' as never, requestId as never)
    c.set('address' as never, senderOf(c, trustedProxies) as never)
    const span = beginRequest(c.req.method, c.req.path, c.req.raw.headers)
    await (span ? span.run(next) : next())
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    const route = c.res.status === 404 ? undefined : c.req.routePath
    stop({ route: route ?? 'none', status: String(c.res.status) })
    span?.end(c.res.status, route)
  })
  app.use(safeHeaders())
  app.onError((error, c) => {
    const { code, status, message, details } = reasonOf(error, c, log)
    return c.body(errorBody(code, message, details), status as 500, { 'content-type': 'application/json' })
  })
  app.notFound(() => fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.'))
}

/** Returns the API error for an error in a request. Internal errors are logged. */
export const reasonOf = (error: Error, c: Context, log: Deps['log']): ApiError => {
  const unwritable = unwritableBy(error)
  const reason = asApiError(unwritable ? cannotSave[unwritable] : error, (fault) =>
    log.error(
      { err: fault, requestId: c.get('requestId' as never), method: c.req.method, path: c.req.path },
      'a request failed',
    ),
  )
  return reason.status === 500 && isUnreachable(error) ? databaseAway : reason
}

const unavailable = (message: string) => new ApiError('SERVICE_UNAVAILABLE', message)

/** These are not logged here: the store does so, once. */
const cannotSave = {
  full: unavailable('The disk of the database is full: nothing can be saved until there is room on it.'),
  'read-only': unavailable('The database is read-only: nothing can be saved until it is not.'),
  failing: unavailable('The disk of the database cannot be written to: nothing can be saved until it can.'),
}
const databaseAway = unavailable('The database does not answer. Try again in a moment.')

const senderOf = (c: Context, trustedProxies: Deps['trustedProxies']): string => {
  const message = (c.env as HttpBindings | undefined)?.incoming
  return message ? callerAddress(message.socket.remoteAddress ?? '', message.headers, trustedProxies) : ''
}
