import { configLimits as max } from './config-limits.ts'
import { textOf } from './text.ts'
import type { FlagConfig, FlagType } from './types.ts'

type Fields = Record<string, unknown>

const types: readonly unknown[] = ['boolean', 'string', 'number'] satisfies FlagType[]

/**
 * Whether something is a config in form, of a flag of this type: for who reads one that it did not check itself when it
 * was saved. A name that it may know nothing of, such as an operator's, is fine in form.
 */
export function isWellFormed(config: unknown, type: unknown): config is FlagConfig {
  if (!types.includes(type) || !isObject(config)) return false
  const { version, enabled, defaultValue, rules, variants } = config
  const isValue = (value: unknown) => isScalar(value) && typeof value === type
  return (
    Number.isSafeInteger(version) &&
    typeof enabled === 'boolean' &&
    isValue(defaultValue) &&
    isList(rules, max.rules, (rule) => isRule(rule, isValue)) &&
    isAbsentOr(variants, (list) => isList(list, max.variants, isVariant))
  )
}

function isRule(rule: unknown, isValue: (value: unknown) => boolean): boolean {
  if (!isObject(rule)) return false
  const { id, enabled, conditionOperator, conditions, value, rolloutPercentage, distribution, bucketBy } = rule
  return (
    typeof id === 'string' &&
    typeof enabled === 'boolean' &&
    typeof conditionOperator === 'string' &&
    isList(conditions, max.conditions, isCondition) &&
    isAbsentOr(value, isValue) &&
    isAbsentOr(rolloutPercentage, (share) => typeof share === 'number' && share >= 0 && share <= 100) &&
    isAbsentOr(distribution, (shares) => isList(shares, max.variants, isShare)) &&
    isAbsentOr(bucketBy, (name) => typeof name === 'string')
  )
}

function isCondition(condition: unknown): boolean {
  if (!isObject(condition)) return false
  const { attribute, operator, value } = condition
  return (
    typeof attribute === 'string' &&
    typeof operator === 'string' &&
    isAbsentOr(value, (one) => isScalar(one) || isList(one, max.values, isScalar))
  )
}

const isShare = (share: unknown) =>
  isObject(share) && typeof share.variant === 'string' && Number.isFinite(share.weight) && (share.weight as number) > 0

const isVariant = (variant: unknown) =>
  isObject(variant) && typeof variant.key === 'string' && isScalar(variant.value) && typeof variant.value !== 'boolean'

const isScalar = (value: unknown) => textOf(value) !== undefined

const isAbsentOr = (value: unknown, holds: (value: unknown) => boolean) => value === undefined || holds(value)

const isList = (value: unknown, atMost: number, holds: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length <= atMost && value.every(holds)

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
