import type { z } from 'zod'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts'
import type { Endpoints, Operation } from './endpoints/index.ts'
import { ApiError, type ErrorCode, type ErrorDetail } from './errors.ts'
import { fileType } from './file-type.ts'
import { eventsType, readEvents } from './read-events.ts'
import { linesType, readLines } from './read-lines.ts'
import type { UploadType } from './upload-types.ts'

type QueryValue = string | number | boolean | undefined
type QueryInput<Query> = { [Name in keyof Query]: QueryValue }

/** The inputs of an operation: only the path's params, the query and the body that it has. */
export type Input<E> = (keyof ParamsOf<E> extends never ? unknown : { params: ParamsOf<E> }) &
  (QueryOf<E> extends z.ZodUndefined ? unknown : { query?: QueryInput<z.input<QueryOf<E>>> }) &
  (BodyOf<E> extends z.ZodUndefined ? unknown : { body: z.input<BodyOf<E>> }) &
  (E extends { upload: readonly string[] } ? { upload: Upload } : unknown)

/** What is sent as it comes. */
type Upload = {
  type: UploadType
  bytes: ReadableStream<Uint8Array> | Uint8Array
  /** The bytes are packed. */
  gzip?: boolean
  /** The version that it changes. */
  ifMatch?: number
}

export type Client = { [Name in Operation]: (input: Input<Endpoints[Name]>) => Promise<AnswerOf<Endpoints[Name]>> }

export type ClientOptions = {
  /** The address of the Management API, such as `http://127.0.0.1:4000`. */
  baseUrl: string
  /** An API key, or the operator's token for the operator's operations. Omit it in a browser with a session. */
  key?: string
  fetch?: typeof globalThis.fetch
}

/** The method and path of each operation: all that a client needs. */
export type Routes = Record<Operation, Pick<Endpoint, 'method' | 'path'>>

/** A client from routes alone, for a page in a browser that should not load every schema: see `createClient`. */
export const clientFor = (routes: Routes, options: ClientOptions): Client => {
  const entries = Object.entries(routes).map(([operation, route]) => [
    operation,
    (input: AnyInput) => call(options, route, input),
  ])
  return Object.fromEntries(entries) as Client
}

type AnyInput = { params?: Record<string, string>; query?: Record<string, QueryValue>; body?: unknown; upload?: Upload }

const call = async (options: ClientOptions, route: Routes[Operation], input: AnyInput): Promise<unknown> => {
  const send = options.fetch ?? globalThis.fetch
  const headers: Record<string, string> = {}
  if (options.key !== undefined) headers.authorization = `Bearer ${options.key}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.upload) Object.assign(headers, headersOf(input.upload))
  const response = await send(addressOf(options.baseUrl, route.path, input), {
    method: route.method,
    headers,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(input.upload && { body: input.upload.bytes as BodyInit, duplex: 'half' }),
  })
  const flowing = response.body && readers[response.headers.get('content-type') ?? '']
  if (flowing) return flowing(response.body as ReadableStream<Uint8Array>)
  if (response.status === 204) return undefined
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, answer)
  // An unreadable body must not pass for the answer.
  if (answer === undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'the answer broke off before its end')
  return answer
}

const headersOf = ({ type, gzip, ifMatch }: Upload): Record<string, string> => ({
  'content-type': type,
  ...(gzip && { 'content-encoding': 'gzip' }),
  ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
})

/** Bodies that are streamed, by their media type. */
const readers: Record<string, (body: ReadableStream<Uint8Array>) => AsyncIterable<unknown>> = {
  [linesType]: readLines,
  [eventsType]: readEvents,
  [fileType]: (body) => body,
}

const addressOf = (baseUrl: string, path: string, input: AnyInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const given = Object.entries(input.query ?? {}).filter((entry) => entry[1] !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl.replace(/\/$/, '')}${filled}${query === '' ? '' : `?${query}`}`
}

type Told = { error?: { code?: ErrorCode; message?: string; details?: ErrorDetail[] } } | null | undefined

/** The error of a response. A response of a proxy has no code of ours. */
export const errorOf = (response: Response, answer: unknown): ApiError => {
  const { code, message, details } = (answer as Told)?.error ?? {}
  const { status } = response
  const requestId = response.headers.get('x-request-id') ?? undefined
  const more = { status, ...(requestId === undefined ? {} : { requestId }) }
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new ApiError('INTERNAL_ERROR', `the server answered ${status} without saying why`, more)
  }
  return new ApiError(code, message, { ...more, ...(details ? { details } : {}) })
}
