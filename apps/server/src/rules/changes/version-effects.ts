import { type ExperimentEnd, findExperimentEnd } from '@bunting/contract/experiment-end'
import { type FlagConfig, type Rule, sameValue } from '@bunting/engine'
import type { Split } from './experiments.ts'

/** The effect of a version on a running experiment. */
export type Effect =
  | { kind: 'nothing' }
  /** Both arms change alike, so nothing is biased; but it may show in the figures. */
  | { kind: 'mark'; what: string }
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
const reasonToStop = (experiment: Of, before: FlagConfig, after: FlagConfig): string | undefined => {
  const end = findExperimentEnd(experiment, before, after)
  if (end?.kind === 'other_value') return `The value of the variant ${end.variant} was changed`
  return end && words[end.kind]
}

const words: Record<Exclude<ExperimentEnd['kind'], 'other_value'>, string> = {
  flag_off: 'The flag was turned off',
  rule_removed: 'The rule was removed',
  rule_off: 'The rule was disabled',
  no_split: 'The split was taken out',
  other_split: 'The split was changed',
  other_unit: 'The attribute that units are split by was changed',
  other_hash: 'The hash that units are split by was changed',
}

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
