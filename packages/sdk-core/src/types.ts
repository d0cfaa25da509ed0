/** What a flag can answer. */
export type FlagValue = boolean | string | number

/** The kinds of flags, by the name that `typeof` has for their values. */
export type FlagType = 'boolean' | 'string' | 'number'

/** Whom a flag is evaluated for. */
export type EvaluationContext = {
  /** Stable, so that somebody in a rollout stays in it. */
  userId?: string
  /** Stands in where there is no `userId`. */
  anonymousId?: string
  /** What rules ask about. One that is null or undefined counts as missing. */
  attributes?: Readonly<Record<string, FlagValue | null | undefined>>
}

/** Why a flag answered what it did. */
export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

/** Why the fallback was given instead of what the flag says. */
export type EvaluationError = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'NOT_READY' | 'GENERAL'

/** An answer with its reasons. */
export type Details<Value extends FlagValue = FlagValue> = {
  readonly value: Value
  readonly reason: Reason
  /** Of the rule that matched. */
  readonly ruleId?: string
  readonly variant?: string
  /** Of the flag's config; known where flags are evaluated in process. */
  readonly version?: number
  /** True where the flag has no rules, so that everybody is answered alike; known where flags are evaluated in process. */
  readonly isStatic?: boolean
  /** Present where `value` is the caller's fallback. */
  readonly error?: EvaluationError
}
