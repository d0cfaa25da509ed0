import {
  compileSplit,
  type EvaluationContext as EngineContext,
  exposuresOf,
  nextEvaluation,
  type RunningExperiment,
  type SplitRule,
} from '@bunting/engine'
import type { EvaluationContext, Telemetry } from '@bunting/sdk-core'
import type { CompiledFlag } from './compiled-flag.ts'

type Flags = ReadonlyMap<string, CompiledFlag>
type Running = RunningExperiment & {
  /** What is split by; undefined for the user. */
  attribute: string | undefined
  unitOf(context: EvaluationContext): string | undefined
}

/** The experiments that run, and the flags whose answers may expose to one. */
export type ExperimentsIn = { running: ReadonlyMap<string, Running>; mayExpose: ReadonlySet<string> }

export const runningOf = (flagKey: string, experiment: RunningExperiment, rule: SplitRule): Running => {
  const { unitOf } = compileSplit(flagKey, rule)
  // An attribute that is undefined counts as missing.
  return { ...experiment, attribute: rule.bucketBy, unitOf: (context) => unitOf(context as EngineContext) }
}

/** Tells who was exposed to which variant, and what they did. */
export const openExposures = (
  flags: () => Flags | undefined,
  experiments: () => ExperimentsIn | undefined,
  telemetry: Pick<Telemetry, 'expose' | 'track'>,
) => ({
  /** Of a flag that was answered, and of flags that it needs. */
  expose: (key: string, context: EvaluationContext): void => {
    const { running, mayExpose } = experiments() ?? {}
    if (!running || !mayExpose?.has(key)) return
    const evaluation = nextEvaluation()
    const find = (flagKey: string) => {
      const flag = flags()?.get(flagKey)
      if (!flag) return undefined
      const { prerequisites, ask } = flag
      return { prerequisites, experiment: running.get(flagKey), evaluate: () => ask(context, evaluation).details }
    }
    try {
      flags()?.get(key)?.evaluateIn(context, evaluation)
      for (const exposure of exposuresOf(key, find)) {
        const { attribute, unitOf } = running.get(exposure.flagKey) as Running
        const unit = unitOf(context)
        if (unit === undefined) continue
        const cut = cutContext(context, attribute === undefined ? [] : [attribute], attribute === undefined)
        telemetry.expose(`${exposure.flagKey} ${exposure.ruleId} ${unit}`, { ...exposure, context: cut })
      }
    } catch {
      // A context can have getters that throw: the answer is there all the same.
    }
  },
  /** An event that exposes is evaluated by its whole context; of others only the ids of the unit leave this process. */
  track: (name: string, context: EvaluationContext, details?: Parameters<Telemetry['track']>[2]): void => {
    const running = [...(experiments()?.running.values() ?? [])]
    const exposes = running.some(({ exposure }) => exposure !== 'evaluation' && exposure.event === name)
    const attributes = running.flatMap(({ attribute }) => (attribute === undefined ? [] : [attribute]))
    try {
      telemetry.track(name, exposes ? context : cutContext(context, attributes, true), details)
    } catch {
      // As above: what cannot be read cannot be told.
    }
  },
})

/** The ids of the user, and attributes. */
const cutContext = (
  { userId, anonymousId, attributes }: EvaluationContext,
  names: readonly string[],
  withUser: boolean,
): EvaluationContext => {
  const known = names.flatMap((name) =>
    attributes && Object.hasOwn(attributes, name) ? [[name, attributes[name]]] : [],
  )
  const isNamed = (name: string): boolean => withUser || names.includes(name)
  return {
    ...(userId !== undefined && isNamed('userId') && { userId }),
    ...(anonymousId !== undefined && isNamed('anonymousId') && { anonymousId }),
    ...(known.length > 0 && { attributes: Object.fromEntries(known) }),
  }
}
