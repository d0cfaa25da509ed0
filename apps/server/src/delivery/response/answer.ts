import { type ErrorCode, type ErrorDetail, errorTable } from '@bunting/contract'
import { errorBody } from '../../http/endpoint/error-response.ts'

/** The input and the result of an endpoint: a request with its body as text, and an answer as text. */
export type Request = {
  path: string
  /** The prefix that callers' URLs have before the path. */
  prefix: string
  query: string
  headers: NodeJS.Dict<string | string[]>
  body: string
  requestId: string
  /** The caller's country, by a trusted proxy. */
  country: string | undefined
}

export type Answer = {
  status: number
  /** Bytes if it is compressed, or shared with other answers. */
  body: string | Buffer | readonly Buffer[]
  /** More after the body, each good until the next: what is too large to be there at once. Not for the fast path. */
  pieces?: { bytes: number; of: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }
  /** The content type; JSON by default. */
  type?: string
  /** Names and values in turn. */
  headers?: readonly string[]
}

export const errorAnswer = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): Answer => ({
  status: errorTable[code].status,
  body: errorBody(code, message, details),
})
