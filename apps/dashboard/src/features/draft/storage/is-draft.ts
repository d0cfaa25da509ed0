import type { FlagConfig } from '@bunting/engine'

/** Unsaved changes: the edited config, and the version it was edited from (null if there was none). */
export type Draft = { base: FlagConfig | null; config: FlagConfig }

type Is = (value: unknown) => boolean

export const isText: Is = (value) => typeof value === 'string'
const isBoolean: Is = (value) => typeof value === 'boolean'
const isScalar: Is = (value) => isText(value) || isBoolean(value) || typeof value === 'number'
export const isListOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is)
export const isAbsentOr =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value)

export const hasFields =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, is]) => is((value as Record<string, unknown>)[name]))

/** A document is shown as JSON, so any content is fine. */
const isValue: Is = (value) => isScalar(value) || (typeof value === 'object' && value !== null)

const isAttributeCondition = hasFields({
  attribute: isText,
  operator: isText,
  value: (value) => isAbsentOr(isScalar)(value) || isListOf(isScalar)(value),
  ignoreCase: isAbsentOr(isBoolean),
})

const isSegmentCondition = hasFields({
  operator: (value) => value === 'in_segment' || value === 'not_in_segment',
  value: (value) => isText(value) || isListOf(isText)(value),
})

const isGroup: Is = (value) =>
  ['all', 'any', 'none'].some((name) => hasFields({ [name]: isListOf(isCondition) })(value))

const isCondition: Is = (value) => isAttributeCondition(value) || isSegmentCondition(value) || isGroup(value)

export const isRule = hasFields({
  id: isText,
  name: isText,
  enabled: isBoolean,
  conditionOperator: isText,
  conditions: isListOf(isCondition),
  value: isAbsentOr(isValue),
  rolloutPercentage: isAbsentOr(isScalar),
  distribution: isAbsentOr(isListOf(hasFields({ variant: isText, weight: isScalar }))),
  bucketBy: isAbsentOr(isText),
})

const isConfig = hasFields({
  version: Number.isInteger,
  enabled: isBoolean,
  defaultValue: isValue,
  rules: isListOf(isRule),
  variants: isAbsentOr(isListOf(hasFields({ key: isText, value: isValue, description: isAbsentOr(isText) }))),
  prerequisites: isAbsentOr(isListOf(hasFields({ flagKey: isText, values: isListOf(isValue) }))),
})

const isShaped = hasFields({ base: (value) => value === null || isConfig(value), config: isConfig })

/** Tells whether the editor can show a stored value: it may be from another release, or damaged. */
export const isDraft = (value: unknown): value is Draft => isShaped(value)
