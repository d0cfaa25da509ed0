import { type FlagConfig, type RuleHash, type Share, sameValue } from '@bunting/engine'

/** The parts of a running experiment that determine who gets which variant. */
type Split = { variants: readonly Share[]; unit: string | null; hash: RuleHash | null }

/** The way in which a config ends a running experiment: the variants have changed, or are no longer assigned. */
export type ExperimentEnd =
  | { kind: 'flag_off' | 'rule_removed' | 'rule_off' | 'no_split' | 'other_split' | 'other_unit' | 'other_hash' }
  | { kind: 'other_value'; variant: string }

/** Returns how the change from one config to another ends an experiment; undefined if the experiment continues. */
export const findExperimentEnd = (
  { ruleId, split }: { ruleId: string; split: Split },
  before: FlagConfig,
  after: FlagConfig,
): ExperimentEnd | undefined => {
  const rule = after.rules.find(({ id }) => id === ruleId)
  if (!after.enabled) return { kind: 'flag_off' }
  if (!rule) return { kind: 'rule_removed' }
  if (!rule.enabled) return { kind: 'rule_off' }
  if (!rule.distribution) return { kind: 'no_split' }
  if (!sameShares(rule.distribution, split.variants)) return { kind: 'other_split' }
  if ((rule.bucketBy ?? null) !== split.unit) return { kind: 'other_unit' }
  if (!sameValue(rule.hash ?? null, split.hash)) return { kind: 'other_hash' }
  const changed = split.variants.find(({ variant }) => !sameValue(valueIn(before, variant), valueIn(after, variant)))
  return changed && { kind: 'other_value', variant: changed.variant }
}

/** Compares weights by their share of the total: 1 and 1 equals 50 and 50. */
const sameShares = (one: readonly Share[], other: readonly Share[]): boolean => {
  const [ofOne, ofOther] = [sumOf(one), sumOf(other)]
  return (
    one.length === other.length &&
    one.every(({ variant, weight }, at) => {
      const { variant: otherVariant, weight: otherWeight } = other[at] as Share
      return variant === otherVariant && weight / ofOne === otherWeight / ofOther
    })
  )
}

const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the value of a variant; null for a boolean flag, whose variants are its values. */
const valueIn = ({ variants = [] }: FlagConfig, key: string) => variants.find((one) => one.key === key)?.value ?? null
