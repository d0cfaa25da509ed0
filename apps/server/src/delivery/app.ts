import type { RequestListener, ServerResponse } from 'node:http'
import { fail } from '@bunting/contract'
import { asApiError } from '../http/error-response.ts'
import { requestIdOf } from '../http/request-id.ts'
import { type Answer, errorAnswer, type Request } from './answer.ts'
import { type Identity, identify, keyHashOf } from './caller.ts'
import { authorizationOf } from './credentials.ts'
import type { DeliveryDeps } from './deps.ts'
import { openEdgeCache } from './edge-cache.ts'
import { openKeyUses } from './key-uses.ts'
import { openLimits } from './limits.ts'
import { countAnswer, gaugeOf } from './measure.ts'
import { DeliveryMessage } from './message.ts'
import { answerPlain } from './plain.ts'
import { readText } from './read-text.ts'
import { openRecorder } from './recorder.ts'
import { findRoute, type Route } from './routes.ts'
import { corsHeaders, preflight, send } from './send.ts'
import { servingFrom } from './serving.ts'
import { openStreams } from './streams.ts'

export type Delivery = {
  listener: RequestListener<typeof DeliveryMessage>
  message: typeof DeliveryMessage
  /** Hands over the evaluations, and the uses of keys, that were noted until now. */
  flush(): Promise<void>
  /** Ends the streams: they would not by themselves. */
  close(): void
  /** Once nothing is evaluated any more. */
  closeRecorder(): Promise<void>
}

/** One request on its way: `common` are the headers that its answer has whatever comes of it. */
type Exchange = {
  message: DeliveryMessage
  response: ServerResponse
  request: Request
  route: Route | undefined
  /** Under which the caller's key is known, once it was looked for. */
  keyHash: string | undefined
  common: string[]
}

/** The Delivery API on `node:http` itself: nothing stands between the socket and the evaluation. */
export const openDelivery = (deps: DeliveryDeps): Delivery => {
  const { log, settings } = deps
  const cache = openEdgeCache(deps)
  const recorder = settings.record === 'none' ? undefined : openRecorder(deps)
  const serving = servingFrom(cache, recorder, settings.record)
  const uses = openKeyUses(deps)
  const streams = openStreams(cache, uses)
  const limits = openLimits(settings)
  gaugeOf('bunting_delivery_streams', 'Open streams.', streams.count)
  gaugeOf('bunting_delivery_environments', 'Environments in memory.', cache.bundles.count, 'max')
  gaugeOf(
    'bunting_delivery_oldest_bundle_seconds',
    'Age of the oldest bundle in memory.',
    cache.bundles.oldestSeconds,
    'max',
  )

  const finish = ({ response, route, common }: Exchange, answer: Answer): void => {
    countAnswer(route?.path ?? 'other', answer.status)
    send(response, answer, common)
  }

  const refuse = (exchange: Exchange, thrown: unknown): void => {
    const { message, request, route, common } = exchange
    const error = asApiError(thrown, (fault) =>
      log.error({ err: fault, requestId: request.requestId, path: request.path }, 'a request failed'),
    )
    // What is left of a body that nobody reads must not keep the connection.
    if (!message.complete) common.push('Connection', 'close')
    finish(exchange, route?.error?.(error, request) ?? errorAnswer(error.code, error.message, error.details))
  }

  /** Runs a step that may fail at once or later. */
  const attempt = (exchange: Exchange, step: (exchange: Exchange) => Answer | Promise<Answer> | undefined): void => {
    try {
      const answer = step(exchange)
      if (answer instanceof Promise)
        answer.then((one) => finish(exchange, one)).catch((error) => refuse(exchange, error))
      else if (answer) finish(exchange, answer)
    } catch (error) {
      refuse(exchange, error)
    }
  }

  const proceed = (exchange: Exchange, route: Route, identity: Identity): Answer | Promise<Answer> | undefined => {
    const { message, response, request, common } = exchange
    if (identity === 'nobody') {
      limits.spendFailed(message.socket.remoteAddress ?? '', common)
      return fail('INVALID_API_KEY', 'The API key is malformed, unknown, expired or revoked.')
    }
    if (identity !== 'unreadable') {
      uses.note(identity)
      limits.spend(identity, message.socket, common)
      if (!identity.scopes.includes('evaluate')) fail('FORBIDDEN', 'This key lacks the evaluate scope.')
    }
    if ('stream' in route) {
      if (identity === 'unreadable')
        fail('SERVICE_UNAVAILABLE', 'The key cannot be checked now. Try again in a moment.')
      else streams.open(response, { ...route.stream(identity, request), keyHash: exchange.keyHash, headers: common })
      return undefined
    }
    const answer = () =>
      identity === 'unreadable' ? route.unavailable(request) : route.answer(serving, identity, request)
    if (route.method === 'GET') return answer()
    readText(
      message,
      (body) => {
        request.body = body
        attempt(exchange, answer)
      },
      (error) => refuse(exchange, error),
    )
    return undefined
  }

  const begin = (exchange: Exchange): Answer | Promise<Answer> | undefined => {
    const { message, request, route, common } = exchange
    if (!route)
      return answerPlain(deps, request.path) ?? fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
    if (message.method === 'OPTIONS') return preflight
    if (message.method !== route.method) {
      common.push('Allow', `${route.method}, OPTIONS`)
      fail('METHOD_NOT_ALLOWED', `This address takes ${route.method}.`)
    }
    exchange.keyHash = 'stream' in route ? route.keyHash(request) : keyHashOf(authorizationOf(message.headers))
    const identity = identify(cache, exchange.keyHash)
    if (!(identity instanceof Promise)) return proceed(exchange, route, identity)
    identity.then((one) => attempt(exchange, () => proceed(exchange, route, one)))
    return undefined
  }

  return {
    listener: (message, response) => {
      const exchange = openExchange(message, response, settings.countryHeader)
      attempt(exchange, begin)
    },
    message: DeliveryMessage,
    flush: async () => {
      await recorder?.flush()
      await uses.flush()
    },
    close: streams.close,
    closeRecorder: async () => {
      await recorder?.close()
      await uses.close()
    },
  }
}

const openExchange = (
  message: DeliveryMessage,
  response: ServerResponse,
  countryHeader: string | undefined,
): Exchange => {
  const { headers, url = '' } = message
  const requestId = requestIdOf(headers['x-request-id'] as string | undefined)
  const common = ['X-Request-Id', requestId]
  if (headers.origin !== undefined) common.push(...corsHeaders)
  // Answers to other methods are not stored in any case.
  if (message.method === 'GET') common.push('Cache-Control', 'no-store')
  const mark = url.indexOf('?')
  const country = countryHeader === undefined ? undefined : headers[countryHeader]
  const request = {
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers,
    body: '',
    requestId,
    country: typeof country === 'string' ? country : undefined,
  }
  return { message, response, request, route: findRoute(request.path), keyHash: undefined, common }
}
