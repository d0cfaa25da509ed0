import { type ErrorCode, type ErrorDetail, errorTable } from '@bunting/contract'
import { errorBody } from '../http/error-response.ts'

/** Delivery's seam: a request with its body as text, and an answer as text. */
export type Request = {
  method: string
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
  requestId: string
}
export type Answer = { status: number; body: string; type?: string }

export const answerError = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): Answer => ({
  status: errorTable[code].status,
  body: errorBody(code, message, details),
})
