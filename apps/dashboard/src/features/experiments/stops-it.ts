import type { FlagConfig, Share } from '@bunting/engine'
import type { Experiment } from '../../api/experiments.ts'
import { same } from '../../format/same.ts'

type Running = Pick<Experiment, 'ruleId' | 'variants' | 'unit'>

/**
 * The reason why saving a config stops a running experiment, by the same rules as the server's: the variants change, or
 * stop being served. Undefined if the experiment goes on.
 */
export const stopsIt = (
  { ruleId, variants, unit }: Running,
  before: FlagConfig | undefined,
  after: FlagConfig,
): string | undefined => {
  const rule = ruleIn(after, ruleId)
  if (!after.enabled) return 'the flag is turned off'
  if (!rule) return 'its rule is removed'
  if (!rule.enabled) return 'its rule is turned off'
  if (!rule.distribution) return 'the split is taken out'
  if (!sameShares(rule.distribution, variants)) return 'the split changes'
  if ((rule.bucketBy ?? null) !== unit) return 'people are split by something else'
  if (before && !same(rule.hash ?? null, ruleIn(before, ruleId)?.hash ?? null))
    return 'people are split by another hash'
  const changed = variants.find(({ variant }) => before && !same(valueIn(before, variant), valueIn(after, variant)))
  return changed && `${changed.variant} gets another value`
}

const ruleIn = ({ rules }: FlagConfig, ruleId: string) => rules.find(({ id }) => id === ruleId)

/** Of a boolean flag a variant is its own value. */
const valueIn = ({ variants = [] }: FlagConfig, key: string) => variants.find((one) => one.key === key)?.value ?? null

/** Weights count by their share of all: 1 and 1 split as 50 and 50 do. */
const sameShares = (one: readonly Share[], other: readonly Share[]): boolean =>
  one.length === other.length &&
  one.every(({ variant, weight }, at) => {
    const to = other[at]
    return variant === to?.variant && weight / totalOf(one) === to.weight / totalOf(other)
  })

const totalOf = (shares: readonly Share[]): number => shares.reduce((sum, { weight }) => sum + weight, 0)
