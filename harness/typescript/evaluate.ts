import type { Details, EvaluationContext, Flags } from '@bunting/sdk-server'

export type Asked = {
  flagKey?: unknown
  type?: unknown
  context?: unknown
  fallback?: unknown
  /** `throws`: the context's attributes throw where they are read. */
  hostile?: string
}

const throwing: EvaluationContext = {
  get attributes(): never {
    throw new Error('an attribute that cannot be read')
  },
}

/** As the SDK answers. What it is asked with is passed on as it came, whatever it is. */
export const evaluateNatively = (flags: Flags, { flagKey, type, context, fallback, hostile }: Asked): object => {
  const who = (hostile === 'throws' ? throwing : context) as EvaluationContext
  const key = flagKey as string
  return shown(detailsOf(flags, key, type, who, fallback))
}

const detailsOf = (flags: Flags, key: string, type: unknown, who: EvaluationContext, fallback: unknown): Details => {
  if (type === 'boolean') return flags.booleanDetails(key, who, fallback as boolean)
  if (type === 'number') return flags.numberDetails(key, who, fallback as number)
  if (type === 'json') return flags.jsonDetails(key, who, fallback as object) as Details
  return flags.stringDetails(key, who, fallback as string)
}

const shown = ({ value, reason, variant, ruleId, prerequisite, error }: Details): object => ({
  value,
  reason,
  variant,
  ruleId,
  prerequisite,
  errorCode: error,
})
