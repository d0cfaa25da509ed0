import { ApiError, type ErrorCode, type ErrorDetail } from '@bunting/contract'

/** The body of every error, on both APIs. */
export const errorBody = (code: ErrorCode, message: string, details?: readonly ErrorDetail[]): string =>
  JSON.stringify({ error: { code, message, ...(details ? { details } : {}) } })

/** Unexpected errors become INTERNAL_ERROR and are logged; the caller does not see them. */
export const asApiError = (error: unknown, onFault: (error: unknown) => void): ApiError => {
  if (error instanceof ApiError) return error
  onFault(error)
  return new ApiError('INTERNAL_ERROR', 'Something went wrong inside. The log has it under this X-Request-Id.')
}
