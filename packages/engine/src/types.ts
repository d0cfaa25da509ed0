import type { HashKind, ShareKind } from './hash/kinds.ts'

/** A value of an attribute or a condition: a text, a number or a boolean. */
export type Scalar = boolean | string | number

export type Json = null | Scalar | readonly Json[] | { readonly [name: string]: Json }

/** The value of a `json` flag: an object or an array. */
export type JsonDocument = readonly Json[] | { readonly [name: string]: Json }

export type FlagValue = Scalar | JsonDocument

export type FlagType = 'boolean' | 'string' | 'number' | 'json'

export type ConditionValue = Scalar | readonly Scalar[]

/** The value of an attribute. A condition on a list holds if it holds for any element. */
export type AttributeValue = Scalar | readonly Scalar[]

export type AttributeCondition = {
  attribute: string
  operator: string
  /** Absent for the operators without a value (`is_set`, `is_not_set`). */
  value?: ConditionValue
  /** Both sides are compared by Unicode's simple case folding. */
  ignoreCase?: boolean
}

export type SegmentOperator = 'in_segment' | 'not_in_segment'

/** `value` names one segment, or several, any of which suffices. */
export type SegmentCondition = { operator: SegmentOperator; value: string | readonly string[] }

/** The units whose draw is between two percentages. Flags with the same salt draw alike. */
export type UnitShare = { from: number; to: number; salt: string; kind?: ShareKind }

/** Without `attribute` the unit is the user. */
export type ShareCondition = { operator: 'in_share'; attribute?: string; value: UnitShare }

/** A group of conditions, of which all, any or none must hold. */
export type Group = { all: readonly Condition[] } | { any: readonly Condition[] } | { none: readonly Condition[] }

export type Condition = AttributeCondition | SegmentCondition | ShareCondition | Group

export type Share = { variant: string; weight: number }

/** Draws units as the service that a rule was imported from, so that every user keeps their variant. */
export type RuleHash = {
  kind: HashKind
  /** Everything that the service hashes beside the unit, including separators. */
  salt: string
  /** The salt of the distribution, if it is drawn separately from the rollout. */
  splitSalt?: string
}

export type Rule = {
  id: string
  name: string
  enabled: boolean
  conditionOperator: 'AND' | 'OR'
  conditions: readonly Condition[]
  /** Absent if `distribution` chooses among variants instead. */
  value?: FlagValue
  rolloutPercentage?: number
  distribution?: readonly Share[]
  bucketBy?: string
  /** Absent if Bunting's own hash is used. */
  hash?: RuleHash
  /** Present in bundles beside the distribution of a boolean flag, so that older engines know that they cannot read it. */
  split?: 'boolean'
}

export type Variant = { key: string; value: string | number | JsonDocument; description?: string }

/** Another flag, and the values of it that this one needs. */
export type Prerequisite = { flagKey: string; values: readonly FlagValue[] }

export type FlagConfig = {
  version: number
  enabled: boolean
  defaultValue: FlagValue
  rules: readonly Rule[]
  variants?: readonly Variant[]
  prerequisites?: readonly Prerequisite[]
}

export type SegmentRule = Pick<Rule, 'id' | 'name' | 'enabled' | 'conditionOperator' | 'conditions'>

export type SegmentConfig = {
  version: number
  included: readonly string[]
  excluded: readonly string[]
  rules: readonly SegmentRule[]
}

/** A list that is too large for a bundle, which names the version of it that holds. */
export type LargeList = {
  list: string
  version: number
  size: number
  /** 16 bytes as base64url, hashed before each unit. */
  salt: string
  /** Of all hashes in order, in hexadecimal. */
  sha256: string
}

export type LargeSegment = { unit: string | null; large: LargeList }

export type RuleSegment = { unit: string | null; config: SegmentConfig }

/** A segment in a bundle. `unit` names the attribute that the lists hold; null means the user. */
export type Segment = RuleSegment | LargeSegment

export type EvaluationContext = {
  userId?: string
  anonymousId?: string
  /** A null attribute counts as missing. */
  attributes?: Readonly<Record<string, AttributeValue | null>>
  /** The caller's country, from a trusted proxy; `geo_country` uses it if the attribute is missing. */
  proxyCountry?: string
}

export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

export type EvaluationResult = {
  value: FlagValue | null
  reason: Reason
  ruleId?: string
  variant?: string
  /** The first prerequisite that does not hold: the flag is off because of it. */
  prerequisite?: string
}

export type Problem = { path: string; message: string }
