import { beginRequest, type RequestSpan } from '../../base/trace.ts'
import { isBelieved } from '../../http/server/caller-address.ts'
import { withoutPrefix } from '../../http/server/prefix.ts'
import { requestIdOf } from '../../http/server/request-id.ts'
import type { DeliverySettings } from '../deps.ts'
import type { Request } from '../response/answer.ts'
import { corsHeaders, type Reply } from '../response/send.ts'
import { findRoute, type Route } from '../routes.ts'
import type { Message } from './message.ts'

/** A request that is being handled. `common` are the headers that its answer has in any case. */
export type Exchange = {
  message: Message
  reply: Reply
  request: Request
  route: Route | undefined
  /** The hash of the caller's key, once it was read from the request. */
  keyHash: string | undefined
  common: string[]
  /** The time at which its headers were read. */
  beganMs: number
  /** Present if a collector is configured. */
  span: RequestSpan | undefined
}

const streamed = 'no-store, no-transform'

type Settings = Pick<DeliverySettings, 'countryHeader' | 'prefix' | 'trustedProxies'>

export const openExchange = (message: Message, reply: Reply, settings: Settings): Exchange => {
  const beganMs = performance.now()
  const { headers, url = '' } = message
  const requestId = requestIdOf(headers['x-request-id'] as string | undefined)
  const common = ['X-Request-Id', requestId]
  const mark = url.indexOf('?')
  const { prefix } = settings
  const path = withoutPrefix(mark === -1 ? url : url.slice(0, mark), prefix)
  const route = findRoute(path)
  // Only addresses that take a key are for pages of other origins.
  if (route && headers.origin !== undefined) common.push(...corsHeaders)
  // Answers to other methods are not stored anyway. A proxy that compresses a stream would hold it back.
  if (message.method === 'GET') common.push('Cache-Control', route && 'stream' in route ? streamed : 'no-store')
  const request = {
    path,
    prefix,
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers,
    body: '',
    requestId,
    country: settings.countryHeader === undefined ? undefined : countryOf(message, settings.countryHeader, settings),
  }
  const span = beginRequest(message.method ?? '', path, headers)
  return { message, reply, request, route, keyHash: undefined, common, beganMs, span }
}

/** Without a list of proxies the operator vouches that callers cannot set the header. */
const countryOf = ({ headers, socket }: Message, header: string, { trustedProxies }: Settings) => {
  const country = headers[header]
  if (trustedProxies && !isBelieved(socket.remoteAddress ?? '', trustedProxies)) return undefined
  return typeof country === 'string' ? country : undefined
}
