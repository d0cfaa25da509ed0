import { hashKinds } from '../hash/kinds.ts'
import { isListSalt } from '../lists/unit-hash.ts'
import { findOperator } from '../operators/index.ts'
import { segmentOperatorNames } from '../operators/segment-operators.ts'
import type { FlagConfig, FlagType, Segment } from '../types.ts'
import { textOf } from '../values/text.ts'
import { groupNames, shareOperator } from './conditions.ts'
import { configLimits as max } from './config-limits.ts'
import { shareKinds } from './hash-problems.ts'

type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isWhole: Check = (value) => Number.isSafeInteger(value)
const isScalar: Check = (value) => textOf(value) !== undefined
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isList =
  (atMost: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= atMost && value.every(check)
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks for an object with these fields and no others. */
const isRecord = (shape: Readonly<Record<string, Check>>): Check => {
  const fields = Object.entries(shape)
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
    fields.every(([name, check]) => check(value[name]))
}

/** Tells whether a value is JSON, and not nested deeper than allowed. */
const isJson = (value: unknown, levels: number): boolean =>
  value === null || isScalar(value) || (levels > 0 && isDocument(value, levels))
const isDocument = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => isJson(each, levels - 1))
const isFlagValue: Check = (value) => isScalar(value) || isDocument(value, max.jsonDepth)

const isConditionValue: Check = (value) => isScalar(value) || isList(max.values, isScalar)(value)

const isAttributeCondition: Check = (condition) =>
  isObject(condition) && isKnownCase(condition) && hasItsFields(condition)
const hasItsFields = isRecord({
  attribute: isText,
  operator: (name) => typeof name === 'string' && findOperator(name) !== undefined,
  value: isAbsentOr(isConditionValue),
  ignoreCase: isAbsentOr(isBoolean),
})
const isKnownCase = ({ ignoreCase, operator }: Fields) =>
  ignoreCase !== true || (typeof operator === 'string' && findOperator(operator)?.foldable === true)

const isSegmentCondition = isRecord({
  operator: (name) => segmentOperatorNames.some((known) => known === name),
  value: isAbsentOr(isConditionValue),
})

const isSalt: Check = (salt) => typeof salt === 'string' && salt.length <= max.salt
const isPercentage: Check = (share) => typeof share === 'number' && share >= 0 && share <= 100
const isOneOf =
  (names: readonly string[]): Check =>
  (name) =>
    typeof name === 'string' && names.includes(name)

const isUnitShare = isRecord({
  from: isPercentage,
  to: isPercentage,
  salt: isSalt,
  kind: isAbsentOr(isOneOf(shareKinds)),
})

const isShareCondition = isRecord({
  operator: (name) => name === shareOperator,
  attribute: isAbsentOr(isText),
  value: isUnitShare,
})

const isHash = isRecord({ kind: isOneOf(hashKinds), salt: isSalt, splitSalt: isAbsentOr(isSalt) })

const isGroup = (condition: unknown, levels: number): boolean => {
  if (!isObject(condition) || levels === 0) return false
  const [name, ...others] = Object.keys(condition)
  if (others.length > 0 || !groupNames.some((known) => known === name)) return false
  return isList(max.conditions, (member) => isCondition(member, levels - 1))(condition[name as string])
}

const isCondition = (condition: unknown, levels: number): boolean =>
  isAttributeCondition(condition) ||
  isSegmentCondition(condition) ||
  isShareCondition(condition) ||
  isGroup(condition, levels)

const audience = {
  id: isText,
  name: isAbsentOr(isText),
  enabled: isBoolean,
  conditionOperator: (operator: unknown) => operator === 'AND' || operator === 'OR',
  conditions: isList(max.conditions, (condition) => isCondition(condition, max.groupDepth)),
}

const isShare = isRecord({ variant: isText, weight: (weight) => Number.isFinite(weight) && (weight as number) > 0 })

const isRule = (isValue: Check): Check =>
  isRecord({
    ...audience,
    value: isAbsentOr(isValue),
    rolloutPercentage: isAbsentOr(isPercentage),
    distribution: isAbsentOr(isList(max.variants, isShare)),
    bucketBy: isAbsentOr(isText),
    hash: isAbsentOr(isHash),
    split: isAbsentOr((type) => type === 'boolean'),
  })

const isVariant =
  (isValue: Check): Check =>
  (variant) =>
    isObject(variant) && isText(variant.key) && isValue(variant.value)

const isPrerequisite = isRecord({ flagKey: isText, values: isList(max.prerequisiteValues, isFlagValue) })

const isConfig = (isValue: Check, isOfVariant: Check): Check =>
  isRecord({
    version: isWhole,
    enabled: isBoolean,
    defaultValue: isValue,
    rules: isList(max.rules, isRule(isValue)),
    variants: isAbsentOr(isList(max.variants, isVariant(isOfVariant))),
    prerequisites: isAbsentOr(isList(max.prerequisites, isPrerequisite)),
  })

const isTextOrNumber: Check = (value) => isScalar(value) && !isBoolean(value)
const isDocumentValue: Check = (value) => isDocument(value, max.jsonDepth)

const isConfigOf: ReadonlyMap<unknown, Check> = new Map<FlagType, Check>([
  ['boolean', isConfig(isBoolean, isTextOrNumber)],
  ['string', isConfig(isText, isTextOrNumber)],
  ['number', isConfig(Number.isFinite, isTextOrNumber)],
  ['json', isConfig(isDocumentValue, isDocumentValue)],
])

/**
 * Tells whether this engine can read something as the config of a flag of this type, for readers that did not check it when
 * it was saved. A config with an unknown operator or field cannot be read: its meaning would be a guess.
 */
export const isWellFormed = (config: unknown, type: unknown): config is FlagConfig =>
  isConfigOf.get(type)?.(config) === true

const isUnit: Check = (unit) => unit === null || isText(unit)
const isCount: Check = (count) => isWhole(count) && (count as number) >= 0

const isLargeSegment = isRecord({
  unit: isUnit,
  large: isRecord({
    list: (list) => typeof list === 'string' && /^[\w-]{1,64}$/.test(list),
    version: isCount,
    size: isCount,
    salt: isListSalt,
    sha256: (hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash),
  }),
})

const isRuleSegment = isRecord({
  unit: isUnit,
  config: isRecord({
    version: isWhole,
    included: isList(max.segmentIds, isText),
    excluded: isList(max.segmentIds, isText),
    rules: isList(max.segmentRules, isRecord(audience)),
  }),
})

/** Tells whether this engine can read something as a segment. */
export const isWellFormedSegment = (segment: unknown): segment is Segment =>
  isRuleSegment(segment) || isLargeSegment(segment)
