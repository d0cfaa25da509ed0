import type { Details, EvaluationContext, Flags } from '@bunting/sdk-server'

export type Asked = {
  flagKey?: unknown
  type?: unknown
  context?: unknown
  fallback?: unknown
  /** `throws`: reading the attributes of the context throws. */
  hostile?: string
  exposure?: boolean
}

export const throwing: EvaluationContext = {
  get attributes(): never {
    throw new Error('an attribute that cannot be read')
  },
}

/** Evaluates a flag with the SDK itself. The arguments are passed on unchanged, of whatever type they are. */
export const evaluateNatively = (flags: Flags, asked: Asked): object => {
  const who = (asked.hostile === 'throws' ? throwing : asked.context) as EvaluationContext
  return shown(detailsOf(flags, who, asked))
}

const detailsOf = (
  flags: Flags,
  who: EvaluationContext,
  { flagKey, type, fallback, exposure = true }: Asked,
): Details => {
  const key = flagKey as string
  if (type === 'boolean') return flags.booleanDetails(key, who, fallback as boolean, { exposure })
  if (type === 'number') return flags.numberDetails(key, who, fallback as number, { exposure })
  if (type === 'json') return flags.jsonDetails(key, who, fallback as object, undefined, { exposure }) as Details
  return flags.stringDetails(key, who, fallback as string, { exposure })
}

const shown = ({ value, reason, variant, ruleId, prerequisite, error }: Details): object => ({
  value,
  reason,
  variant,
  ruleId,
  prerequisite,
  errorCode: error,
})
