import type { Details, EvaluationError } from './types.ts'

/** The details of an answer that is the caller's fallback. */
export const fallbackDetails = <Value>(error: EvaluationError, value: Value): Details<Value> => ({
  value,
  reason: error === 'FLAG_NOT_FOUND' ? error : 'ERROR',
  error,
})
