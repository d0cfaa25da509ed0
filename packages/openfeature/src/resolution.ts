import type { Details, EvaluationError, Reason } from '@bunting/sdk-core'

/** A resolution for either OpenFeature SDK; only the types of their enums differ. */
export type Resolution<Value> = {
  value: Value
  reason: string
  variant?: string
  errorCode?: string
  errorMessage?: string
  flagMetadata: Record<string, string | number | boolean>
}

const reasons = {
  RULE_MATCH: 'TARGETING_MATCH',
  ROLLOUT: 'SPLIT',
  DEFAULT: 'DEFAULT',
  DISABLED: 'DISABLED',
  FLAG_NOT_FOUND: 'ERROR',
  ERROR: 'ERROR',
} satisfies Record<Reason, string>

const errors = {
  FLAG_NOT_FOUND: { errorCode: 'FLAG_NOT_FOUND', errorMessage: 'There is no such flag in this environment.' },
  TYPE_MISMATCH: { errorCode: 'TYPE_MISMATCH', errorMessage: 'The flag is of another type.' },
  NOT_READY: { errorCode: 'PROVIDER_NOT_READY', errorMessage: 'There are no flags yet.' },
  GENERAL: { errorCode: 'GENERAL', errorMessage: 'The flag could not be evaluated for this context.' },
} satisfies Record<EvaluationError, object>

/**
 * Metadata of an evaluation that OpenFeature's hooks report, by the names of its specification (appendix D). All are texts.
 */
type About = {
  /** The environment. */
  flagSetId: string | undefined
  /** The targeting key. */
  contextId: string | undefined
  /** The revision of the environment's flags, for details without a version of their own. */
  version?: string | undefined
}

export const resolutionOf = <Value>(details: Details<Value>, about: About): Resolution<Value> => {
  const { value, reason, variant, ruleId, version, isStatic, error } = details
  const flagMetadata = known({ ...about, version: version === undefined ? about.version : String(version), ruleId })
  if (error) return { value, reason: 'ERROR', ...errors[error], flagMetadata }
  const named = variant ?? variantOf(value)
  return {
    value,
    reason: isStatic && reason === 'DEFAULT' ? 'STATIC' : reasons[reason],
    ...(named === undefined ? {} : { variant: named }),
    flagMetadata,
  }
}

const known = (metadata: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).flatMap(([name, text]) => (text ? [[name, text]] : [])))

/** The variant of a boolean flag, which has none of its own: on or off, by OpenFeature's convention. */
const variantOf = (value: unknown): string | undefined => {
  if (typeof value !== 'boolean') return undefined
  return value ? 'on' : 'off'
}
