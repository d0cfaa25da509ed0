import { findOperator } from './operators/index.ts'
import { textOf } from './text.ts'
import type { FlagType, Problem } from './types.ts'

type Fields = Record<string, unknown>

/**
 * What is wrong with a config beyond its shape: values that do not fit the flag's type, names that are taken or unknown,
 * conditions that their operator cannot read. Parts of a wrong shape are passed over: whoever checks the shape tells them.
 */
export function configProblems(input: unknown, type: FlagType): Problem[] {
  const config = fieldsOf(input)
  const variants = listOf(config.variants)
  const rules = listOf(config.rules)
  return [
    ...valueProblems(config.defaultValue, type, 'defaultValue'),
    ...rules.flatMap((rule, at) => ruleProblems(rule, type, variants, `rules[${at}]`)),
    ...repeated(rules, 'id', (at) => `rules[${at}].id`),
    ...variantsProblems(variants, type),
  ]
}

function ruleProblems(rule: Fields, type: FlagType, variants: Fields[], path: string): Problem[] {
  const conditions = listOf(rule.conditions)
  return [
    ...conditions.flatMap((condition, at) => conditionProblems(condition, `${path}.conditions[${at}]`)),
    ...answerProblems(rule, path),
    ...valueProblems(rule.value, type, `${path}.value`),
    ...distributionProblems(listOf(rule.distribution), type, variants, `${path}.distribution`),
  ]
}

/** A rule answers with a value or splits over variants: one of the two. */
function answerProblems({ value, distribution }: Fields, path: string): Problem[] {
  if (value === undefined && distribution === undefined) {
    return [{ path: `${path}.value`, message: 'is required, or a distribution instead' }]
  }
  if (value === undefined || distribution === undefined) return []
  return [{ path: `${path}.distribution`, message: 'must not stand beside a value' }]
}

function conditionProblems({ operator: name, value }: Fields, path: string): Problem[] {
  if (!hasShape(value)) return []
  const operator = typeof name === 'string' ? findOperator(name) : undefined
  const message = operator?.problem(value)
  return message === undefined ? [] : [{ path: `${path}.value`, message }]
}

const isScalar = (value: unknown) => textOf(value) !== undefined
const hasShape = (value: unknown) =>
  value === undefined || isScalar(value) || (Array.isArray(value) && value.length <= 1_000 && value.every(isScalar))

function distributionProblems(shares: Fields[], type: FlagType, variants: Fields[], path: string): Problem[] {
  if (type === 'boolean') {
    return shares.length === 0 ? [] : [{ path, message: 'must not be given for a boolean flag: it has no variants' }]
  }
  const known = new Set(variants.map(({ key }) => key))
  const unknown = shares.flatMap(({ variant }, at) =>
    typeof variant === 'string' && !known.has(variant)
      ? [{ path: `${path}[${at}].variant`, message: 'must be the key of one of the variants' }]
      : [],
  )
  return [...unknown, ...repeated(shares, 'variant', (at) => `${path}[${at}].variant`)]
}

function variantsProblems(variants: Fields[], type: FlagType): Problem[] {
  if (type === 'boolean') {
    return variants.length === 0 ? [] : [{ path: 'variants', message: 'must not be given for a boolean flag' }]
  }
  return [
    ...variants.flatMap(({ value }, at) => valueProblems(value, type, `variants[${at}].value`)),
    ...repeated(variants, 'key', (at) => `variants[${at}].key`),
  ]
}

const valueProblems = (value: unknown, type: FlagType, path: string): Problem[] =>
  isScalar(value) && typeof value !== type ? [{ path, message: `must be ${type}` }] : []

function repeated(items: Fields[], field: string, pathOf: (at: number) => string): Problem[] {
  const seen = new Set<unknown>()
  return items.flatMap((item, at) => {
    const value = item[field]
    if (typeof value !== 'string' || !seen.has(value)) {
      seen.add(value)
      return []
    }
    return [{ path: pathOf(at), message: 'is taken already' }]
  })
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
