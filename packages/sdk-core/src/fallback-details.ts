import type { Details, EvaluationError } from './types.ts'

/** What details are where the caller's fallback is given. */
export const fallbackDetails = <Value>(error: EvaluationError, value: Value): Details<Value> => ({
  value,
  reason: error === 'FLAG_NOT_FOUND' ? error : 'ERROR',
  error,
})
