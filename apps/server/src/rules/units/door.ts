import type { Exposure } from '@bunting/contract'
import { type CompiledSplit, compileSplit, type SplitRule } from '@bunting/engine'

/** A running experiment, as the door needs it to check exposures. */
export type DoorExperiment = { flagKey: string; rule: SplitRule; exposure: Exposure }

export type CompiledDoorExperiment = DoorExperiment & {
  split: CompiledSplit
  /** The attribute that units are split by; empty for the user. */
  attribute: string
}

/** The running experiments of an environment, indexed for the lookups that each incoming item needs. */
export type Door = {
  byRule(flagKey: string, ruleId: string): CompiledDoorExperiment | undefined
  /** The experiments whose units an event of this name exposes. */
  exposedBy(event: string): readonly CompiledDoorExperiment[]
  /** The attributes that units are split by, other than the user. */
  attributes: readonly { name: string; unitOf: CompiledSplit['unitOf'] }[]
}

const none: readonly CompiledDoorExperiment[] = []

/** `counted` includes stopped experiments whose units still wait: events are kept by their attributes, too. */
export const compileDoor = (
  experiments: readonly DoorExperiment[],
  counted: readonly DoorExperiment[] = experiments,
): Door => {
  const compiled = experiments.map((one) => ({
    ...one,
    split: compileSplit(one.flagKey, one.rule),
    attribute: one.rule.bucketBy ?? '',
  }))
  const byRule = new Map(compiled.map((one) => [`${one.flagKey} ${one.rule.id}`, one]))
  const byEvent = Map.groupBy(
    compiled.filter(({ exposure }) => exposure !== 'evaluation'),
    ({ exposure }) => (exposure as { event: string }).event,
  )
  const attributes = new Map(
    counted.flatMap(({ flagKey, rule }) =>
      rule.bucketBy === undefined ? [] : [[rule.bucketBy, compileSplit(flagKey, rule).unitOf]],
    ),
  )
  return {
    byRule: (flagKey, ruleId) => byRule.get(`${flagKey} ${ruleId}`),
    exposedBy: (event) => byEvent.get(event) ?? none,
    attributes: [...attributes].map(([name, unitOf]) => ({ name, unitOf })),
  }
}
