import type { Cost } from '../compile/cost.ts'
import { findOperator } from '../operators/index.ts'
import { segmentOperatorNames } from '../operators/segment-operators.ts'
import type { FlagConfig, Problem, SegmentConfig } from '../types.ts'
import { textOf } from '../values/text.ts'
import { groupNames, shareOperator } from './conditions.ts'
import { configLimits } from './config-limits.ts'
import { costOfLoad, costProblems, type Load, patternsProblems, type ReadableCondition } from './cost-problems.ts'
import { type Fields, fieldsOf, listOf } from './fields.ts'
import { shareProblems } from './hash-problems.ts'

type Found = { condition: Fields; path: string }

/** The most problems that are reported: finding the problem of a pattern takes a while. */
const maxProblems = 101

/** The problems of conditions beyond their shape. All rules are checked together, because their costs add up. */
export function rulesProblems(rules: readonly Fields[]): Problem[] {
  const found = rules.map((rule, at) => Array.from(conditionsIn(rule.conditions, `rules[${at}].conditions`, 0)))
  const counts = found.flatMap((conditions, at) => countProblems(conditions, `rules[${at}].conditions`))
  if (counts.length > 0) return counts
  const load = loadOf(rules, found.flat())
  const patterns = patternsProblems(load.conditions.flatMap(patternOf))
  if (patterns.length > 0) return patterns
  const problems: Problem[] = found.flat().flatMap((one) => [...caseProblems(one), ...ofShare(one)])
  for (const condition of load.conditions) {
    if (problems.length >= maxProblems) break
    problems.push(...valueProblems(condition))
  }
  return problems.length > 0 ? problems : costProblems(load)
}

/** The maximum cost of evaluating saved rules, without the segments and flags that they name. */
export function reckon({ rules }: FlagConfig | SegmentConfig): Cost {
  const found = rules.flatMap(({ conditions }) => Array.from(conditionsIn(conditions, '', 0)))
  const load = loadOf(rules.map(fieldsOf), found)
  // A condition that cannot be read never matches, and is not evaluated.
  const isRead = ({ operator, value }: ReadableCondition) => findOperator(operator)?.problem(value) === undefined
  return costOfLoad({ ...load, conditions: load.conditions.filter(isRead) })
}

/** The maximum cost as one number, for the longest text that a caller may send. */
export function costOf(config: FlagConfig | SegmentConfig): number {
  const { fixed, perText } = reckon(config)
  return fixed + perText
}

/** The conditions of a rule and of its groups, up to the allowed depth. */
function* conditionsIn(conditions: unknown, path: string, depth: number): Generator<Found> {
  for (const [at, condition] of listOf(conditions, configLimits.conditions).entries()) {
    const here = `${path}[${at}]`
    const name = groupNames.find((each) => Object.hasOwn(condition, each))
    if (name === undefined) yield { condition, path: here }
    else if (depth < configLimits.groupDepth) yield* conditionsIn(condition[name], `${here}.${name}`, depth + 1)
  }
}

const countProblems = (conditions: readonly Found[], path: string): Problem[] =>
  conditions.length <= configLimits.conditions
    ? []
    : [{ path, message: `must have at most ${configLimits.conditions} conditions, with those in groups` }]

const isOfSegments = ({ operator }: Fields) => segmentOperatorNames.some((name) => name === operator)

const loadOf = (rules: readonly Fields[], found: readonly Found[]): Load => ({
  conditions: found.flatMap(askable),
  rules: rules.length,
  hashes: rules.reduce((sum, rule) => sum + hashesOf(rule), 0),
  draws: drawsIn(rules, found),
  lookups: found.reduce(
    (sum, { condition }) => sum + (isOfSegments(condition) ? [condition.value].flat().length : 0),
    0,
  ),
})

/** The number of hashes of a rule: for the percentage and the distribution. Other services' hashes are counted apart. */
const hashesOf = ({ rolloutPercentage, distribution, hash }: Fields): number =>
  hash !== undefined ? 0 : (rolloutPercentage === undefined ? 0 : 1) + (distribution === undefined ? 0 : 1)

/** The draws of all rules. Equal draws share a hash, so each kind, salt and unit counts once. */
function drawsIn(rules: readonly Fields[], found: readonly Found[]): string[] {
  const ofRules = rules.flatMap(({ hash, bucketBy, rolloutPercentage, distribution }) => {
    if (hash === undefined) return []
    const { kind, salt, splitSalt = salt } = fieldsOf(hash)
    const rollout = rolloutPercentage === undefined ? [] : [[kind, salt, bucketBy, 'rollout']]
    return distribution === undefined ? rollout : [...rollout, [kind, splitSalt, bucketBy, 'split']]
  })
  const ofShares = found.flatMap(({ condition: { operator, attribute, value } }) => {
    const { kind = 'bunting', salt } = fieldsOf(value)
    return operator === shareOperator ? [[kind, salt, attribute, 'rollout']] : []
  })
  const draws = new Map([...ofRules, ...ofShares].map((draw) => [JSON.stringify(draw), String(draw[0])]))
  return [...draws.values()]
}

const ofShare = ({ condition: { operator, value }, path }: Found): Problem[] =>
  operator === shareOperator ? shareProblems(value, `${path}.value`) : []

/** A condition with the right shape and a known operator; empty for any other. */
const askable = ({ condition: { attribute, operator, value, ignoreCase }, path }: Found): ReadableCondition[] =>
  typeof operator === 'string' && findOperator(operator) && hasShape(value)
    ? [{ path, attribute, operator, value, ignoreCase: ignoreCase === true }]
    : []

const isScalar = (value: unknown) => textOf(value) !== undefined
const hasShape = (value: unknown) =>
  value === undefined ||
  isScalar(value) ||
  (Array.isArray(value) && value.length <= configLimits.values && value.every(isScalar))

const patternOf = ({ operator, value }: ReadableCondition): string[] =>
  findOperator(operator)?.takes === 'pattern' && typeof value === 'string' ? [value] : []

function valueProblems({ path, operator: name, value }: ReadableCondition): Problem[] {
  const operator = findOperator(name)
  const message = operator?.refusal?.(value) ?? operator?.problem(value)
  return message === undefined ? [] : [{ path: `${path}.value`, message }]
}

function caseProblems({ condition: { operator, ignoreCase }, path }: Found): Problem[] {
  if (typeof ignoreCase !== 'boolean' || typeof operator !== 'string') return []
  if (!findOperator(operator) || findOperator(operator)?.foldable) return []
  return [{ path: `${path}.ignoreCase`, message: `must not be given with ${operator}: it compares no texts` }]
}
