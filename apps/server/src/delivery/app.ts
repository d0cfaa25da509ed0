import { fail } from '@bunting/contract'
import { asApiError } from '../http/endpoint/error-response.ts'
import { callerAddress, networkOf } from '../http/server/caller-address.ts'
import type { Handler } from '../http/server/listen.ts'
import { openEdgeCache } from './cache/edge-cache.ts'
import type { DeliveryDeps } from './deps.ts'
import { findPlain } from './endpoints/probes.ts'
import { fastPathOf } from './fast/fast-path.ts'
import { countAnswer, gaugeOf } from './metrics/measure.ts'
import { findKeyHash, type Identity, identify, keyIn, type SentKey } from './request/caller.ts'
import { authorizationOf } from './request/credentials.ts'
import { type Exchange, openExchange } from './request/exchange.ts'
import { openLimits } from './request/limits.ts'
import { DeliveryMessage, type Message } from './request/message.ts'
import { readText } from './request/read-text.ts'
import { type Answer, errorAnswer } from './response/answer.ts'
import { preflight, type Reply, send, sinkOf } from './response/send.ts'
import type { Route } from './routes.ts'
import { openStreamHub } from './stream/stream-hub.ts'
import { openStreamQuota } from './stream/stream-quota.ts'
import { openTracker } from './track/open-tracker.ts'
import { openKeyUses } from './usage/key-uses.ts'
import { openRecorder } from './usage/recorder.ts'
import { servingFrom } from './usage/serving.ts'

export type Delivery = Handler<typeof DeliveryMessage> & {
  /** Sends the evaluations and the uses of keys that were noted so far to the edge. */
  flush(): Promise<void>
  /** Ends the streams, which do not end by themselves. */
  close(): void
  /** Sends what was noted and writes the copies on disk. To be called when no more requests come. */
  flushAndClose(): Promise<void>
}

type Step = (exchange: Exchange) => Answer | Promise<Answer> | undefined

/** The Delivery API, on `node:http` and on the fast path in front of it, without a framework in between. */
export const openDelivery = (deps: DeliveryDeps): Delivery => {
  const { log, settings } = deps
  const cache = openEdgeCache(deps)
  const recorder = settings.record === 'none' ? undefined : openRecorder(deps)
  const tracker = settings.track ? openTracker(deps) : undefined
  const serving = servingFrom(cache, { recorder, which: settings.record, tracker })
  const uses = openKeyUses(deps)
  const streams = openStreamHub(cache, uses, settings)
  const streamQuota = openStreamQuota(settings.streams)
  const networkOfCaller = ({ socket, headers }: Message): string =>
    networkOf(callerAddress(socket.remoteAddress ?? '', headers, settings.trustedProxies))
  const limits = openLimits(settings, networkOfCaller)
  gaugeOf('bunting_delivery_streams', 'Open streams.', streams.count)
  gaugeOf(
    'bunting_delivery_streams_unread_bytes',
    'What readers of streams have yet to take; what several wait for counts once.',
    streams.unreadBytes,
  )
  gaugeOf('bunting_delivery_environments', 'Environments in memory.', cache.bundles.count, 'max')
  gaugeOf(
    'bunting_delivery_oldest_bundle_seconds',
    'Age of the oldest bundle in memory.',
    cache.bundles.oldestSeconds,
    'max',
  )

  const finish = ({ reply, route, common, beganMs, span }: Exchange, answer: Answer): void => {
    countAnswer(route?.path ?? 'other', answer.status, performance.now() - beganMs)
    send(reply, answer, common)
    span?.end(answer.status, route?.path)
  }

  const sendError = (exchange: Exchange, thrown: unknown): void => {
    const { message, request, route, common } = exchange
    const reason = asApiError(thrown, (fault) =>
      log.error({ err: fault, requestId: request.requestId, path: request.path }, 'a request failed'),
    )
    const error = (reason.status === 401 && limits.spendFailed(message, common)) || reason
    // An unread rest of the body must not keep the connection open.
    if (!message.complete) common.push('Connection', 'close')
    finish(exchange, route?.error?.(error, request) ?? errorAnswer(error.code, error.message, error.details))
  }

  /** Runs a step within its request's span, and answers with an error if it throws or rejects. */
  const attempt = (exchange: Exchange, step: Step): void =>
    exchange.span ? exchange.span.run(() => take(exchange, step)) : take(exchange, step)

  const take = (exchange: Exchange, step: Step): void => {
    try {
      const answer = step(exchange)
      if (answer instanceof Promise)
        answer.then((one) => finish(exchange, one)).catch((error) => sendError(exchange, error))
      else if (answer) finish(exchange, answer)
    } catch (error) {
      sendError(exchange, error)
    }
  }

  const proceed = (exchange: Exchange, route: Route, identity: Identity): Answer | Promise<Answer> | undefined => {
    const { message, reply, request, common } = exchange
    if (identity === 'nobody') return fail('INVALID_API_KEY', 'The API key is malformed, unknown, expired or revoked.')
    if (identity !== 'unreadable') {
      uses.note(identity)
      limits.spend(identity, message, common)
      const { scope = 'evaluate' } = route
      if (!identity.scopes.includes(scope)) fail('FORBIDDEN', `This key lacks the ${scope} scope.`)
    }
    if ('stream' in route) {
      if (identity === 'unreadable')
        return fail('SERVICE_UNAVAILABLE', 'The key cannot be checked now. Try again in a moment.')
      // The caller left while its key was looked up: no close event would follow, and the stream would never be removed.
      if (reply.destroyed) return undefined
      const onClose = streamQuota.take(identity, networkOfCaller(message), common)
      const { keyHash = '' } = exchange
      streams.open(sinkOf(reply), { ...route.stream(identity, request), keyHash, common, onClose })
      // A stream lasts for hours, so its span only covers the opening.
      exchange.span?.end(200, route.path)
      return undefined
    }
    const answer = () =>
      identity === 'unreadable'
        ? route.unavailable(request)
        : route.answer(serving, identity, request, (weight) => limits.charge(identity, message, common, weight))
    if (route.method === 'GET') return answer()
    readText(
      message,
      (body) => {
        request.body = body
        attempt(exchange, answer)
      },
      (error) => sendError(exchange, error),
    )
    return undefined
  }

  const triesOf =
    ({ message, common }: Exchange) =>
    (): void =>
      limits.requireTries(message, common)

  const readsOf =
    ({ message, common }: Exchange) =>
    (): void =>
      limits.requireRead(message, common)

  const byKey = (exchange: Exchange, route: Route, key: SentKey | undefined) => {
    exchange.keyHash = key?.hash
    const identity = identify(cache, key, readsOf(exchange))
    if (!(identity instanceof Promise)) return proceed(exchange, route, identity)
    identity.then((one) => attempt(exchange, () => proceed(exchange, route, one)))
    return undefined
  }

  const byToken = (exchange: Exchange, route: Route, token: string | undefined) => {
    const hash = findKeyHash(cache, token, readsOf(exchange))
    const proceedBy = (found: string | undefined) =>
      byKey(exchange, route, found === undefined ? found : { hash: found })
    if (!(hash instanceof Promise)) return proceedBy(hash)
    hash.then(
      (one) => attempt(exchange, () => proceedBy(one)),
      () => attempt(exchange, () => proceed(exchange, route, 'unreadable')),
    )
    return undefined
  }

  const begin = (exchange: Exchange): Answer | Promise<Answer> | undefined => {
    const { message, request, route, common } = exchange
    if (!route) {
      const plain = findPlain(request.path) ?? fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
      return plain({ ...deps, environmentsInMemory: cache.bundles.count }, request, triesOf(exchange))
    }
    if (message.method === 'OPTIONS') return preflight
    if (message.method !== route.method) {
      common.push('Allow', `${route.method}, OPTIONS`)
      fail('METHOD_NOT_ALLOWED', `This address takes ${route.method}.`)
    }
    if ('token' in route) return byToken(exchange, route, route.token(request))
    return byKey(exchange, route, 'key' in route ? route.key(request) : keyIn(authorizationOf(message.headers)))
  }

  const answer = (message: Message, reply: Reply): void => attempt(openExchange(message, reply, settings), begin)

  return {
    listener: answer,
    message: DeliveryMessage,
    ...(settings.http === 'fast' ? { openFastPath: fastPathOf(answer, settings.prefix) } : {}),
    flush: async () => {
      await recorder?.flush()
      await tracker?.flush()
      await uses.flush()
    },
    close: streams.close,
    flushAndClose: async () => {
      // In parallel: the copies on disk are written even if Redis does not answer.
      await Promise.all([recorder?.close(), tracker?.close(), uses.close(), cache.close()])
    },
  }
}
