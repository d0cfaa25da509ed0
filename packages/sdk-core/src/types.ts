/** A text, a number or a boolean. */
export type Scalar = boolean | string | number

export type Json = null | Scalar | readonly Json[] | { readonly [name: string]: Json }

/** What a `json` flag answers: an object or an array. */
export type JsonDocument = readonly Json[] | { readonly [name: string]: Json }

/** What a flag can answer. */
export type FlagValue = Scalar | JsonDocument

/** The kinds of flags, by the name that `typeof` has for their values. */
export type FlagType = 'boolean' | 'string' | 'number' | 'object'

/** What an attribute holds. A list stands for each of its elements, of which there may be 100. */
export type AttributeValue = Scalar | readonly Scalar[]

/** Whom a flag is evaluated for. */
export type EvaluationContext = {
  /** Stable, so that somebody in a rollout stays in it. */
  userId?: string
  /** Stands in where there is no `userId`. */
  anonymousId?: string
  /** What rules ask about. One that is null, undefined or an empty list counts as missing. */
  attributes?: Readonly<Record<string, AttributeValue | null | undefined>>
}

/** Why a flag answered what it did. */
export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

/** Why the fallback was given instead of what the flag says. */
export type EvaluationError = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'NOT_READY' | 'GENERAL'

/** An answer with its reasons. */
export type Details<Value = FlagValue> = {
  readonly value: Value
  readonly reason: Reason
  /** Of the rule that matched. */
  readonly ruleId?: string
  readonly variant?: string
  /** The flag that this one needs and that does not answer what it has to: this one is off because of it. */
  readonly prerequisite?: string
  /** Of the flag's config; known where flags are evaluated in process. */
  readonly version?: number
  /** True where the flag has no rules, so that everybody is answered alike; known where flags are evaluated in process. */
  readonly isStatic?: boolean
  /** Present where `value` is the caller's fallback. */
  readonly error?: EvaluationError
}
