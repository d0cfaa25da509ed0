import type { EvaluationResult, Prerequisite } from '../types.ts'
import { sameValue } from '../values/same-value.ts'

/** What runs on a flag, as a bundle tells it: the rule, and what exposes a unit to it. */
export type RunningExperiment = { ruleId: string; exposure: 'evaluation' | { event: string } }

/** A flag as far as exposures are concerned. */
export type ExposingFlag = {
  /** Those of a flag that is on. */
  prerequisites: readonly Prerequisite[]
  experiment: RunningExperiment | undefined
  /** For the context that is asked about. */
  evaluate(): Pick<EvaluationResult, 'value' | 'reason' | 'ruleId' | 'variant'>
}

export type FlagExposure = { flagKey: string; ruleId: string; variant: string }

/** `bundle.flags[key].experiment`, if it is one. */
export const readExperiment = (experiment: unknown): RunningExperiment | undefined => {
  const { ruleId, exposure } = Object(experiment) as Partial<RunningExperiment>
  if (typeof ruleId !== 'string') return undefined
  if (exposure === 'evaluation') return { ruleId, exposure }
  const { event } = Object(exposure) as { event?: unknown }
  return typeof event === 'string' ? { ruleId, exposure: { event } } : undefined
}

/**
 * To which variants an evaluation of a flag exposes: of itself, and of flags that it needs, as far as they are asked. By
 * evaluations alone: where an event exposes, answering does not. What is needed comes first; chains may be long, so no call is
 * nested.
 */
export const exposuresOf = (flagKey: string, find: (key: string) => ExposingFlag | undefined): FlagExposure[] => {
  const exposures: FlagExposure[] = []
  const asked = new Set<string>()
  const open: { key: string; flag: ExposingFlag; held: number }[] = []
  const ask = (key: string): void => {
    const flag = asked.has(key) ? undefined : find(key)
    asked.add(key)
    if (flag) open.push({ key, flag, held: 0 })
  }
  ask(flagKey)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { key, flag, held } = top
    const needed = flag.prerequisites[held]
    if (needed && !asked.has(needed.flagKey)) {
      ask(needed.flagKey)
      continue
    }
    // Nobody asks what comes after one that does not hold.
    if (needed && holds(needed, find)) {
      top.held++
      continue
    }
    open.pop()
    if (!needed) exposures.push(...ownExposure(key, flag))
  }
  return exposures
}

/** A flag that is off never holds. */
const holds = ({ flagKey, values }: Prerequisite, find: (key: string) => ExposingFlag | undefined): boolean => {
  const answer = find(flagKey)?.evaluate()
  return answer !== undefined && answer.reason !== 'DISABLED' && values.some((value) => sameValue(value, answer.value))
}

const ownExposure = (flagKey: string, { experiment, evaluate }: ExposingFlag): FlagExposure[] => {
  if (experiment?.exposure !== 'evaluation') return []
  const { reason, ruleId, variant } = evaluate()
  const isSplit = reason === 'ROLLOUT' && ruleId === experiment.ruleId && variant !== undefined
  return isSplit ? [{ flagKey, ruleId, variant }] : []
}
