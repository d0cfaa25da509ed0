import type { Details, EvaluationContext, Flags } from '../../src/index.ts'

const fallback = 'the fallback'

type Question = { flagKey: string; context: EvaluationContext; result: { value?: unknown } }

/** Asks with the method for the type of the expected value, and with a different fallback. */
export const ask = (flags: Flags, { flagKey, context, result: { value } }: Question): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, context, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, context, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, context, {})
  return flags.stringDetails(flagKey, context, fallback)
}

/** If a flag has no answer, the fallback is returned with the error. */
export const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: fallback, error: 'FLAG_NOT_FOUND' },
  ERROR: { value: fallback, error: 'GENERAL' },
}
