import { ApiError, type ErrorCode, type ErrorDetail, errorTable } from '@bunting/contract'

/** The body of every error, on both APIs. */
export const errorBody = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): string =>
  JSON.stringify({ error: { code, message, ...(details ? { details } : {}) } })

export const errorResponse = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): Response =>
  new Response(errorBody(code, message, details), {
    status: errorTable[code].status,
    headers: { 'content-type': 'application/json' },
  })

/** The one place that turns errors into answers. What is no ApiError is a fault of ours: the log has it, the caller not. */
export const answerError = (error: unknown, onFault: (error: unknown) => void): Response => {
  if (error instanceof ApiError) return errorResponse(error.code, error.message, error.details)
  onFault(error)
  return errorResponse('INTERNAL_ERROR', 'Something went wrong inside. The log has it under this X-Request-Id.')
}
