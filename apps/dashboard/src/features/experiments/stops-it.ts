import { type ExperimentEnd, findExperimentEnd } from '@bunting/contract/experiment-end'
import type { FlagConfig } from '@bunting/engine'
import type { Experiment } from '../../api/experiments.ts'

type Running = Pick<Experiment, 'ruleId' | 'variants' | 'unit'>

/** The reason why saving a config stops a running experiment, as part of a sentence. Undefined if the experiment goes on. */
export const stopsIt = (
  { ruleId, variants, unit }: Running,
  before: FlagConfig | undefined,
  after: FlagConfig,
): string | undefined => {
  const known = before ?? after
  const hash = known.rules.find(({ id }) => id === ruleId)?.hash ?? null
  const end = findExperimentEnd({ ruleId, split: { variants, unit, hash } }, known, after)
  if (end?.kind === 'other_value') return `${end.variant} gets another value`
  return end && words[end.kind]
}

const words: Record<Exclude<ExperimentEnd['kind'], 'other_value'>, string> = {
  flag_off: 'the flag is turned off',
  rule_removed: 'its rule is removed',
  rule_off: 'its rule is turned off',
  no_split: 'the split is taken out',
  other_split: 'the split changes',
  other_unit: 'people are split by something else',
  other_hash: 'people are split by another hash',
}
