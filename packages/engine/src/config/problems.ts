import { booleanVariants } from '../compile/outcome.ts'
import type { FlagType, Problem } from '../types.ts'
import { textOf } from '../values/text.ts'
import { configLimits } from './config-limits.ts'
import { type Fields, fieldsOf, listOf } from './fields.ts'
import { hashProblems } from './hash-problems.ts'
import { rulesProblems } from './rules-problems.ts'

/**
 * The problems of a config beyond its shape: values that do not fit the flag's type, names that are repeated or unknown,
 * conditions that their operator cannot read, and rules that cost too much. Parts of a wrong shape and lists that are too
 * long are skipped: the check of the shape reports them.
 */
export function configProblems(input: unknown, type: FlagType): Problem[] {
  const config = fieldsOf(input)
  const variants = listOf(config.variants, configLimits.variants)
  const rules = listOf(config.rules, configLimits.rules)
  return [
    ...valueProblems(config.defaultValue, type, 'defaultValue'),
    ...rules.flatMap((rule, at) => ruleProblems(rule, type, variants, `rules[${at}]`)),
    ...rulesProblems(rules),
    ...repeated(rules, 'id', (at) => `rules[${at}].id`),
    ...variantsProblems(variants, type),
    ...repeated(
      listOf(config.prerequisites, configLimits.prerequisites),
      'flagKey',
      (at) => `prerequisites[${at}].flagKey`,
    ),
  ]
}

/** The problems of a segment's config beyond its shape. */
export function segmentProblems(input: unknown): Problem[] {
  const rules = listOf(fieldsOf(input).rules, configLimits.segmentRules)
  return [...rulesProblems(rules), ...repeated(rules, 'id', (at) => `rules[${at}].id`)]
}

function ruleProblems(rule: Fields, type: FlagType, variants: Fields[], path: string): Problem[] {
  const shares = listOf(rule.distribution, configLimits.variants)
  return [
    ...answerProblems(rule, path),
    ...valueProblems(rule.value, type, `${path}.value`),
    ...distributionProblems(shares, type, variants, `${path}.distribution`),
    ...hashProblems(rule, path),
  ]
}

/** A rule needs either a value or a distribution. A distribution of null counts as missing. */
function answerProblems({ value, distribution }: Fields, path: string): Problem[] {
  const splits = distribution !== undefined && distribution !== null
  if (value === undefined && !splits) {
    return [{ path: `${path}.value`, message: 'is required, or a distribution instead' }]
  }
  if (value === undefined || !splits) return []
  return [{ path: `${path}.distribution`, message: 'must not stand beside a value' }]
}

function distributionProblems(shares: Fields[], type: FlagType, variants: Fields[], path: string): Problem[] {
  const known = new Set<unknown>(type === 'boolean' ? booleanVariants : variants.map(({ key }) => key))
  const message = type === 'boolean' ? 'must be true or false, as a text' : 'must be the key of one of the variants'
  const unknown = shares.flatMap(({ variant }, at) =>
    typeof variant === 'string' && !known.has(variant) ? [{ path: `${path}[${at}].variant`, message }] : [],
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

/** The values of each flag type, and their name in messages. */
const kinds: Record<FlagType, { name: string; has: (value: unknown) => boolean }> = {
  boolean: { name: 'boolean', has: (value) => typeof value === 'boolean' },
  string: { name: 'string', has: (value) => typeof value === 'string' },
  number: { name: 'number', has: (value) => typeof value === 'number' },
  json: { name: 'an object or an array', has: (value) => typeof value === 'object' },
}

/** The reason why a flag of this type cannot have the value; undefined if it can. */
export const typeProblem = (value: unknown, type: FlagType): string | undefined =>
  kinds[type].has(value) ? undefined : `must be ${kinds[type].name}`

function valueProblems(value: unknown, type: FlagType, path: string): Problem[] {
  const isValue = textOf(value) !== undefined || (typeof value === 'object' && value !== null)
  const message = isValue ? typeProblem(value, type) : undefined
  return message === undefined ? [] : [{ path, message }]
}

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
