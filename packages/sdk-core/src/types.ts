/** A text, a number or a boolean. */
export type Scalar = boolean | string | number

export type Json = null | Scalar | readonly Json[] | { readonly [name: string]: Json }

/** The value of a `json` flag: an object or an array. */
export type JsonDocument = readonly Json[] | { readonly [name: string]: Json }

/** The value of a flag of any type. */
export type FlagValue = Scalar | JsonDocument

/**
 * The key of a flag: any text, or a typed key from a module that `bunting generate typescript` made. With a typed key, evaluating
 * the flag as another type is a compile error, and a json flag's value has the type of its schema.
 */
export type FlagKey<Value> = string & { readonly '~value'?: (value: Value) => Value }

/** The type of a flag's values, as `typeof` names it. */
export type FlagType = 'boolean' | 'string' | 'number' | 'object'

/** The value of an attribute. A condition on a list (at most 100 elements) holds if it holds for any element. */
export type AttributeValue = Scalar | readonly Scalar[]

/** The user and attributes that a flag is evaluated for. */
export type EvaluationContext = {
  /** Use a stable id: rollouts are drawn by it. */
  userId?: string
  /** Used if there is no `userId`. */
  anonymousId?: string
  /** The attributes that rules ask about. Null, undefined and an empty list count as missing. */
  attributes?: Readonly<Record<string, AttributeValue | null | undefined>>
}

/** How one evaluation is made. */
export type ReadOptions = {
  /** False where nobody sees the answer: then nobody is exposed to the experiment that may run on the flag. */
  exposure?: boolean
}

/** The reason why a flag has its value. */
export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

/** The reason why the answer is the caller's fallback. */
export type EvaluationError = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'NOT_READY' | 'GENERAL'

/** A value, and the reason why the flag has it. */
export type Details<Value = FlagValue> = {
  readonly value: Value
  readonly reason: Reason
  /** The id of the rule that matched. */
  readonly ruleId?: string
  readonly variant?: string
  /** The key of the prerequisite that does not hold, because of which this flag is off. */
  readonly prerequisite?: string
  /** The version of the flag's config; only if flags are evaluated in process. */
  readonly version?: number
  /** True if the flag has no rules, so that its value is the same for everyone; only if flags are evaluated in process. */
  readonly isStatic?: boolean
  /** Present if `value` is the caller's fallback. */
  readonly error?: EvaluationError
}
