/** What a flag can answer. */
export type FlagValue = boolean | string | number

export type FlagType = 'boolean' | 'string' | 'number'

export type ConditionValue = FlagValue | readonly FlagValue[]

export type Condition = {
  attribute: string
  operator: string
  /** Absent for the operators that take none (`is_set`, `is_not_set`). */
  value?: ConditionValue
}

export type Share = { variant: string; weight: number }

export type Rule = {
  id: string
  name: string
  enabled: boolean
  conditionOperator: 'AND' | 'OR'
  conditions: readonly Condition[]
  /** Absent where `distribution` chooses among variants instead. */
  value?: FlagValue
  rolloutPercentage?: number
  distribution?: readonly Share[]
  bucketBy?: string
}

export type Variant = { key: string; value: string | number; description?: string }

export type FlagConfig = {
  version: number
  enabled: boolean
  defaultValue: FlagValue
  rules: readonly Rule[]
  variants?: readonly Variant[]
}

export type EvaluationContext = {
  userId?: string
  anonymousId?: string
  /** A null attribute counts as missing. */
  attributes?: Readonly<Record<string, FlagValue | null>>
  /** What a trusted proxy said of the caller's country; `geo_country` reads it where the attribute is missing. */
  proxyCountry?: string
}

export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

export type EvaluationResult = {
  value: FlagValue | null
  reason: Reason
  ruleId?: string
  variant?: string
}

export type Problem = { path: string; message: string }
