import { configLimits } from './config-limits.ts'
import { costProblems, patternsProblems, type ReadableCondition } from './cost-problems.ts'
import { findOperator } from './operators/index.ts'
import { textOf } from './text.ts'
import type { FlagType, Problem } from './types.ts'

type Fields = Record<string, unknown>

/**
 * What is wrong with a config beyond its shape: values that do not fit the flag's type, names that are taken or unknown,
 * conditions that their operator cannot read, or that would take too long. Parts of a wrong shape are passed over, also
 * lists of too many: whoever checks the shape tells them.
 */
export function configProblems(input: unknown, type: FlagType): Problem[] {
  const config = fieldsOf(input)
  const variants = listOf(config.variants, configLimits.variants)
  const rules = listOf(config.rules, configLimits.rules)
  return [
    ...valueProblems(config.defaultValue, type, 'defaultValue'),
    ...rules.flatMap((rule, at) => ruleProblems(rule, type, variants, `rules[${at}]`)),
    ...conditionsProblems(rules),
    ...repeated(rules, 'id', (at) => `rules[${at}].id`),
    ...variantsProblems(variants, type),
  ]
}

function ruleProblems(rule: Fields, type: FlagType, variants: Fields[], path: string): Problem[] {
  const shares = listOf(rule.distribution, configLimits.variants)
  return [
    ...answerProblems(rule, path),
    ...valueProblems(rule.value, type, `${path}.value`),
    ...distributionProblems(shares, type, variants, `${path}.distribution`),
  ]
}

/** Nobody reads more, and looking into a pattern for what is wrong with it takes a while. */
const maxProblems = 101

/** Of all rules at once, because together they may cost too much. */
function conditionsProblems(rules: Fields[]): Problem[] {
  const conditions = rules.flatMap((rule, at) =>
    listOf(rule.conditions, configLimits.conditions).flatMap((condition, place) =>
      askableCondition(condition, `rules[${at}].conditions[${place}]`),
    ),
  )
  const patterns = patternsProblems(conditions.flatMap(patternOf))
  if (patterns.length > 0) return patterns
  const problems: Problem[] = []
  for (const condition of conditions) {
    if (problems.length >= maxProblems) break
    problems.push(...conditionProblems(condition))
  }
  const hashes = rules.reduce((sum, rule) => sum + hashesOf(rule), 0)
  return problems.length > 0 ? problems : costProblems(conditions, rules.length, hashes)
}

/** One for the percentage, one for the distribution. */
const hashesOf = ({ rolloutPercentage, distribution }: Fields): number =>
  (rolloutPercentage === undefined ? 0 : 1) + (distribution === undefined ? 0 : 1)

/** A rule answers with a value or splits over variants: one of the two. */
function answerProblems({ value, distribution }: Fields, path: string): Problem[] {
  if (value === undefined && distribution === undefined) {
    return [{ path: `${path}.value`, message: 'is required, or a distribution instead' }]
  }
  if (value === undefined || distribution === undefined) return []
  return [{ path: `${path}.distribution`, message: 'must not stand beside a value' }]
}

/** What an operator can be asked about: what has a shape, and an operator. */
const askableCondition = ({ attribute, operator, value }: Fields, path: string): ReadableCondition[] =>
  typeof operator === 'string' && findOperator(operator) && hasShape(value)
    ? [{ path, attribute, operator, value }]
    : []

const patternOf = ({ operator, value }: ReadableCondition): string[] =>
  findOperator(operator)?.takes === 'pattern' && typeof value === 'string' ? [value] : []

function conditionProblems({ path, operator: name, value }: ReadableCondition): Problem[] {
  const operator = findOperator(name)
  const message = operator?.refusal?.(value) ?? operator?.problem(value)
  return message === undefined ? [] : [{ path: `${path}.value`, message }]
}

const isScalar = (value: unknown) => textOf(value) !== undefined
const hasShape = (value: unknown) =>
  value === undefined ||
  isScalar(value) ||
  (Array.isArray(value) && value.length <= configLimits.values && value.every(isScalar))

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

const listOf = (value: unknown, max: number): Fields[] =>
  Array.isArray(value) && value.length <= max ? value.map(fieldsOf) : []
