import { type FlagConfig, type Rule, type Share, sameValue } from '@bunting/engine'
import type { Split } from './experiments.ts'

/** The effect of a version on a running experiment. */
export type Effect =
  | { kind: 'nothing' }
  /** Both arms change alike, so nothing is biased; but it may show in the figures. */
  | { kind: 'mark'; what: string }
  /** The variants are no longer what they were, or nobody gets them any more. */
  | { kind: 'stop'; because: string }

type Of = { ruleId: string; split: Split }

/** Never refuses a version: a kill switch comes first. */
export const effectOf = (experiment: Of, before: FlagConfig, after: FlagConfig): Effect => {
  const because = reasonToStop(experiment, before, after)
  if (because !== undefined) return { kind: 'stop', because }
  const what = marksOf(experiment.ruleId, before, after)
  return what.length > 0 ? { kind: 'mark', what: what.join('; ') } : { kind: 'nothing' }
}

/** The beginning of a sentence, which ends with the version. */
const reasonToStop = ({ ruleId, split }: Of, before: FlagConfig, after: FlagConfig): string | undefined => {
  const rule = after.rules.find(({ id }) => id === ruleId)
  if (!after.enabled) return 'The flag was turned off'
  if (!rule) return 'The rule was removed'
  if (!rule.enabled) return 'The rule was disabled'
  if (!rule.distribution) return 'The split was taken out'
  if (!sameShares(rule.distribution, split.variants)) return 'The split was changed'
  if ((rule.bucketBy ?? null) !== split.unit) return 'The attribute that units are split by was changed'
  if (!sameValue(rule.hash ?? null, split.hash)) return 'The hash that units are split by was changed'
  const changed = split.variants.find(
    ({ variant }) => !sameValue(valueIn(before, variant) ?? null, valueIn(after, variant) ?? null),
  )
  return changed && `The value of the variant ${changed.variant} was changed`
}

/** Weights count by their share of all: 1 and 1 split as 50 and 50 do. */
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

/** The value of a variant; undefined for a boolean flag, whose variants are their own values. */
const valueIn = ({ variants = [] }: FlagConfig, key: string) => variants.find((variant) => variant.key === key)?.value

const marksOf = (ruleId: string, before: FlagConfig, after: FlagConfig): string[] => {
  const [was, is] = [before, after].map(({ rules }) => rules.find(({ id }) => id === ruleId)) as [Rule, Rule]
  if (!was) return []
  const [from, to] = [was.rolloutPercentage ?? 100, is.rolloutPercentage ?? 100]
  const isSame = (one: unknown, other: unknown) => sameValue(one ?? null, other ?? null)
  return [
    // Raising it moves nobody between variants: the split has its own hash.
    ...(to < from ? [`The rollout went from ${from} % to ${to} %`] : []),
    ...(isSame(was.conditions, is.conditions) && was.conditionOperator === is.conditionOperator
      ? []
      : ['The conditions of the rule changed']),
    ...(isSame(rulesBefore(ruleId, before), rulesBefore(ruleId, after)) ? [] : ['Rules before it changed']),
    ...(isSame(before.prerequisites, after.prerequisites) ? [] : ['The prerequisites changed']),
  ]
}

/** The rules before the experiment's own, with the fields that determine which units they take. */
const rulesBefore = (ruleId: string, { rules }: FlagConfig) =>
  rules
    .slice(
      0,
      rules.findIndex(({ id }) => id === ruleId),
    )
    .filter(({ enabled }) => enabled)
    .map(({ id, conditions, conditionOperator, rolloutPercentage, bucketBy, hash }) => ({
      // A rollout is drawn by its rule's id.
      id: rolloutPercentage === undefined ? null : id,
      conditions,
      conditionOperator,
      rolloutPercentage: rolloutPercentage ?? 100,
      bucketBy: bucketBy ?? null,
      hash: hash ?? null,
    }))
