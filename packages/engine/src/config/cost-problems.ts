import type { Cost } from '../compile/cost.ts'
import { findOperator } from '../operators/index.ts'
import { isFarTooLarge } from '../pattern/compile-pattern.ts'
import { patternSize } from '../pattern/pattern-size.ts'
import type { ConditionValue, Problem } from '../types.ts'
import { configLimits } from './config-limits.ts'

/** A condition whose value its operator can read. */
export type ReadableCondition = {
  path: string
  attribute: unknown
  operator: string
  value: unknown
  ignoreCase: boolean
}

/** The parts of rules that take time to evaluate. */
export type Load = {
  conditions: readonly ReadableCondition[]
  rules: number
  hashes: number
  /** The kinds of hash of draws in conditions, and of draws as another service does them. */
  draws: readonly string[]
  lookups: number
}

/** The costs of a rule and of a condition by themselves, and of hashing a long unit or folding a long text. */
const perRule = 500
const perCondition = 600
const perHash = 20_000
/** SHA-1 and MD5 take longer than murmur3 and FNV. */
const perLongHash = 60_000
const longHashes: ReadonlySet<string> = new Set(['launchdarkly', 'flagsmith'])
const drawCost = (kind: string): number => (longHashes.has(kind) ? perLongHash : perHash)
const perFolded = 40_000

/** Patterns are measured by their texts, so that too many are never compiled. One that is too large has its own problem. */
export function patternsProblems(patterns: Iterable<string>): Problem[] {
  let size = 0
  for (const pattern of new Set(patterns)) {
    if (!isFarTooLarge(pattern)) size += patternSize(pattern)
    if (size > configLimits.patternInstructions) return [{ path: 'rules', message: tooManyPatterns }]
  }
  return []
}

const tooManyPatterns = `must have fewer or smaller patterns: together they may become at most ${configLimits.patternInstructions.toLocaleString('en')} instructions`

/** The cost of each condition beyond the fixed cost of any condition. */
function textCostsOf(conditions: readonly ReadableCondition[]): { path: string; cost: number }[] {
  const readings = new Set<string>()
  const isFirst = (reading: string) => readings.size < readings.add(reading).size
  return conditions.map(({ path, attribute, operator: name, value, ignoreCase }) => {
    const operator = findOperator(name)
    const readCost = isFirst(`${operator?.takes} ${attribute}`) ? (operator?.readCost ?? 0) : 0
    const foldCost = ignoreCase && isFirst(`fold ${attribute}`) ? perFolded : 0
    return { path, cost: readCost + foldCost + (operator?.cost(value as ConditionValue) ?? 0) }
  })
}

/** The maximum cost of evaluating these rules once, without the segments and flags that they name. */
export const costOfLoad = ({ conditions, rules, hashes, draws, lookups }: Load): Cost => ({
  fixed: rules * perRule + (conditions.length + lookups + draws.length) * perCondition,
  perText: [...textCostsOf(conditions).map(({ cost }) => cost), ...draws.map(drawCost)].reduce(
    (sum, cost) => sum + cost,
    hashes * perHash,
  ),
})

/**
 * Checks that evaluating these rules once does not block others for too long. The cost is estimated, not measured, from the
 * config and the longest attributes that anybody may send, so a config is refused everywhere or nowhere.
 */
export function costProblems(load: Load): Problem[] {
  const costs = textCostsOf(load.conditions)
  const { fixed, perText } = costOfLoad(load)
  const total = fixed + perText
  if (total <= configLimits.cost) return []
  const alone = costs.filter(({ cost }) => cost > configLimits.cost)
  if (alone.length > 0) {
    return alone.map(({ path }) => ({
      path: `${path}.value`,
      message: 'costs too much to evaluate: use fewer or shorter texts',
    }))
  }
  // Undefined if there are too many segments, and nothing else.
  const [mostExpensive] = costs.toSorted((a, b) => b.cost - a.cost)
  const times = (total / configLimits.cost).toFixed(1)
  return [
    {
      path: 'rules',
      message: `cost too much to evaluate, ${times} times what a flag may: use fewer conditions, or simpler patterns and shorter lists${mostExpensive ? `. The most expensive is ${mostExpensive.path}` : ''}`,
    },
  ]
}
