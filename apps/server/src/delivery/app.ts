import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ApiError, fail, limits } from '@bunting/contract'
import { errorBody } from '../http/error-response.ts'
import { metrics } from '../http/metrics.ts'
import { requestIdOf } from '../http/request-id.ts'
import { type Answer, answerError, type Request } from './answer.ts'
import { callerOf } from './caller.ts'
import type { DeliveryDeps } from './deps.ts'
import { type EdgeCache, openEdgeCache } from './edge-cache.ts'
import { type Route, routes } from './routes.ts'

/** The Delivery API on `node:http` itself. */
export const deliveryListener = (deps: DeliveryDeps): RequestListener => {
  const cache = openEdgeCache(deps)
  return async (message, response) => {
    const requestId = requestIdOf(message.headers['x-request-id'] as string | undefined)
    const path = (message.url ?? '').split('?', 1)[0] as string
    try {
      const plain = await answerPlain(deps, path)
      if (plain) return send(response, requestId, plain)
      const byMethod = routes[path] ?? fail('RESOURCE_NOT_FOUND', 'There is nothing at this address.')
      const route = byMethod[message.method ?? '']
      if (!route) {
        response.setHeader('allow', Object.keys(byMethod).join(', '))
        return send(response, requestId, answerError('METHOD_NOT_ALLOWED', 'This address takes another method.'))
      }
      send(response, requestId, await answer(cache, route, message, requestId, path))
    } catch (error) {
      if (!(error instanceof ApiError)) deps.log.error({ err: error, requestId, path }, 'a request failed')
      send(response, requestId, errorAnswer(error))
    }
  }
}

const answer = async (
  cache: EdgeCache,
  route: Route,
  message: IncomingMessage,
  requestId: string,
  path: string,
): Promise<Answer> => {
  const { authorization } = message.headers
  const lookUp = async () => callerOf(cache, authorization, route.scope)
  const caller = await lookUp().catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    return undefined
  })
  const body = await readText(message)
  const request: Request = { method: message.method ?? '', path, headers: message.headers, body, requestId }
  return caller ? route.answer(cache, caller, request) : route.unavailable(request)
}

const readText = async (message: IncomingMessage): Promise<string> => {
  const tooLarge = () => fail('PAYLOAD_TOO_LARGE', `The body is larger than ${limits.deliveryBodyBytes / 1024} KiB.`)
  if (Number(message.headers['content-length'] ?? 0) > limits.deliveryBodyBytes) tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limits.deliveryBodyBytes) tooLarge()
    chunks.push(chunk)
  }
  if (length > 0 && !/^application\/json *(;|$)/i.test(message.headers['content-type'] ?? '')) {
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".')
  }
  return Buffer.concat(chunks).toString('utf8')
}

const answerPlain = async ({ edge }: DeliveryDeps, path: string): Promise<Answer | undefined> => {
  if (path === '/healthz') return { status: 200, body: '{"status":"ok"}' }
  if (path === '/metrics') return { status: 200, body: await metrics.metrics(), type: metrics.contentType }
  if (path !== '/readyz') return undefined
  return edge.ping().then(
    () => ({ status: 200, body: '{"status":"ready"}' }),
    () => ({ status: 503, body: '{"status":"unavailable","failing":["edge"]}' }),
  )
}

const errorAnswer = (error: unknown): Answer =>
  error instanceof ApiError
    ? { status: error.status, body: errorBody(error.code, error.message, error.details) }
    : answerError('INTERNAL_ERROR', 'Something went wrong inside. The log has it under this X-Request-Id.')

const send = (
  response: ServerResponse,
  requestId: string,
  { status, body, type = 'application/json' }: Answer,
): void => {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  })
  response.end(body)
}
