import {
  type EvaluationContext,
  type EvaluationId,
  type ExposingFlag,
  exposuresOf,
  type FlagExposure,
} from '@bunting/engine'
import { compileDoor, type Door } from '../../rules/units/door.ts'
import type { CompiledBundle, DeliveredFlag } from '../bundle/compiled-bundle.ts'

export type BundleDoor = {
  door: Door
  /** Tells whether any experiment runs. Mostly none does, and nothing else has to be checked. */
  isOpen: boolean
  /** Returns the variants that evaluating the flag exposes to. Flags of the same request share an evaluation. */
  exposuresOf(flagKey: string, context: EvaluationContext, evaluation: EvaluationId): FlagExposure[]
}

const known = new WeakMap<CompiledBundle, BundleDoor>()

/** The experiments of a bundle, cached for each of its revisions. */
export const doorOf = (bundle: CompiledBundle): BundleDoor => {
  const before = known.get(bundle)
  if (before) return before
  const { flags } = bundle
  const experiments = flags
    .values()
    .flatMap(({ experiment }) => (experiment ? [experiment] : []))
    .toArray()
  const door: BundleDoor = {
    door: compileDoor(experiments),
    isOpen: experiments.length > 0,
    exposuresOf: (flagKey, context, evaluation) => {
      // Evaluates every flag of a chain of prerequisites once, so that the walk along the chain finds the results.
      flags.get(flagKey)?.evaluateIn(context, evaluation)
      return exposuresOf(flagKey, (key) => {
        const flag = flags.get(key)
        return flag && exposing(flag, context, evaluation)
      })
    },
  }
  known.set(bundle, door)
  return door
}

const exposing = (
  { experiment, prerequisites, ask }: DeliveredFlag,
  context: EvaluationContext,
  evaluation: EvaluationId,
): ExposingFlag => ({
  prerequisites,
  experiment: experiment && { ruleId: experiment.rule.id, exposure: experiment.exposure },
  evaluate: () => ask(context, evaluation).result,
})
