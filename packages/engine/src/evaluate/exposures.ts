import type { EvaluationResult, Prerequisite } from '../types.ts'
import { sameValue } from '../values/same-value.ts'

/** The experiment that runs on a flag, as in a bundle: its rule, and what exposes a unit to it. */
export type RunningExperiment = { ruleId: string; exposure: 'evaluation' | { event: string } }

/** The parts of a flag that determine its exposures. */
export type ExposingFlag = {
  /** Empty if the flag is off. */
  prerequisites: readonly Prerequisite[]
  experiment: RunningExperiment | undefined
  /** Evaluates the flag for the context in question. */
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
 * The variants to which an evaluation of a flag exposes: its own, and those of the flags that it needs, as far as they are
 * evaluated; those come first. Experiments whose exposures are events are left out. Chains may be long, so no call is nested.
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
    // Prerequisites after one that fails are not evaluated.
    if (needed && holds(needed, find)) {
      top.held++
      continue
    }
    open.pop()
    if (!needed) exposures.push(...ownExposure(key, flag))
  }
  return exposures
}

/** Returns whether a prerequisite is met. A disabled flag never meets one. */
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
