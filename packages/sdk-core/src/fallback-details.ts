import type { Details, EvaluationError, FlagValue } from './types.ts'

/** What details are where the caller's fallback is given. */
export const fallbackDetails = <Value extends FlagValue>(error: EvaluationError, value: Value): Details<Value> => ({
  value,
  reason: error === 'FLAG_NOT_FOUND' ? error : 'ERROR',
  error,
})
