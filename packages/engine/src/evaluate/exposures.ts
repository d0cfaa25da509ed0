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
 * evaluated. Experiments whose exposures are events are left out.
 */
export const exposuresOf = (
  flagKey: string,
  find: (key: string) => ExposingFlag | undefined,
  asked: Set<string> = new Set(),
): FlagExposure[] => {
  const flag = asked.has(flagKey) ? undefined : find(flagKey)
  asked.add(flagKey)
  if (!flag) return []
  const exposures: FlagExposure[] = []
  for (const { flagKey: parent, values } of flag.prerequisites) {
    exposures.push(...exposuresOf(parent, find, asked))
    const value = find(parent)?.evaluate().value
    // Prerequisites after one that fails are not evaluated.
    if (!values.some((needed) => sameValue(needed, value ?? null))) return exposures
  }
  if (flag.experiment?.exposure !== 'evaluation') return exposures
  const { reason, ruleId, variant } = flag.evaluate()
  const isSplit = reason === 'ROLLOUT' && ruleId === flag.experiment.ruleId && variant !== undefined
  return isSplit ? [...exposures, { flagKey, ruleId, variant }] : exposures
}
