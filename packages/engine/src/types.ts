import type { HashKind, ShareKind } from './hash/kinds.ts'

/** A text, a number or a boolean: what attributes and conditions hold. */
export type Scalar = boolean | string | number

export type Json = null | Scalar | readonly Json[] | { readonly [name: string]: Json }

/** The value of a `json` flag: an object or an array. */
export type JsonDocument = readonly Json[] | { readonly [name: string]: Json }

/** The value of a flag. */
export type FlagValue = Scalar | JsonDocument

export type FlagType = 'boolean' | 'string' | 'number' | 'json'

export type ConditionValue = Scalar | readonly Scalar[]

/** The value of an attribute. A condition on a list holds where it holds for any element. */
export type AttributeValue = Scalar | readonly Scalar[]

export type AttributeCondition = {
  attribute: string
  operator: string
  /** Absent for the operators that take none (`is_set`, `is_not_set`). */
  value?: ConditionValue
  /** Both sides compare by Unicode's simple case folding. */
  ignoreCase?: boolean
}

export type SegmentOperator = 'in_segment' | 'not_in_segment'

/** `value` names one segment, or several of which any will do. */
export type SegmentCondition = { operator: SegmentOperator; value: string | readonly string[] }

/** Units that a draw puts between two percentages. Flags that draw by the same salt draw alike. */
export type UnitShare = { from: number; to: number; salt: string; kind?: ShareKind }

/** Without `attribute` the unit is the user. */
export type ShareCondition = { operator: 'in_share'; attribute?: string; value: UnitShare }

/** Conditions that hold together: all of them, any of them, or none of them. */
export type Group = { all: readonly Condition[] } | { any: readonly Condition[] } | { none: readonly Condition[] }

export type Condition = AttributeCondition | SegmentCondition | ShareCondition | Group

export type Share = { variant: string; weight: number }

/** Draws units as the service that a rule was imported from, so that every user keeps their side. */
export type RuleHash = {
  kind: HashKind
  /** All that the service puts beside the unit, with its separators. */
  salt: string
  /** The salt of the distribution, where it is drawn apart from the rollout. */
  splitSalt?: string
}

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
  /** Absent where Bunting draws by itself. */
  hash?: RuleHash
  /** Stands in bundles beside the distribution of a boolean flag: engines that know no such thing then know that they do not. */
  split?: 'boolean'
}

export type Variant = { key: string; value: string | number | JsonDocument; description?: string }

/** Another flag, and which of its values this one needs. */
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

/** A segment as a bundle has it. `unit` names the attribute that the lists hold; null: the user. */
export type Segment = RuleSegment | LargeSegment

export type EvaluationContext = {
  userId?: string
  anonymousId?: string
  /** A null attribute counts as missing. */
  attributes?: Readonly<Record<string, AttributeValue | null>>
  /** The caller's country by a trusted proxy; `geo_country` uses it where the attribute is missing. */
  proxyCountry?: string
}

export type Reason = 'DISABLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'FLAG_NOT_FOUND' | 'ERROR'

export type EvaluationResult = {
  value: FlagValue | null
  reason: Reason
  ruleId?: string
  variant?: string
  /** The first that does not hold: the flag is off because of it. */
  prerequisite?: string
}

export type Problem = { path: string; message: string }
