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
 * evaluations alone: where an event exposes, answering does not.
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
    // Nobody asks what comes after one that does not hold; one that is off never does.
    const answer = find(parent)?.evaluate()
    const holds = answer && answer.reason !== 'DISABLED' && values.some((needed) => sameValue(needed, answer.value))
    if (!holds) return exposures
  }
  if (flag.experiment?.exposure !== 'evaluation') return exposures
  const { reason, ruleId, variant } = flag.evaluate()
  const isSplit = reason === 'ROLLOUT' && ruleId === flag.experiment.ruleId && variant !== undefined
  return isSplit ? [...exposures, { flagKey, ruleId, variant }] : exposures
}
