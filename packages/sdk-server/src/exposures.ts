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
  /** The attribute that units are split by; undefined for the user. */
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

/** Reports exposures and events. */
export const openExposures = (
  flags: () => Flags | undefined,
  experiments: () => ExperimentsIn | undefined,
  telemetry: Pick<Telemetry, 'expose' | 'track'>,
) => {
  /** The attributes that experiments split by, also ended ones: events of their units count until their windows are over. */
  const attributes = new Set<string>()
  return {
    /** Reports the exposures of an evaluated flag, and of the flags that it needs. */
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
          if (attribute !== undefined) attributes.add(attribute)
          const unit = unitOf(context)
          if (unit === undefined) continue
          const cut = cutContext(context, attribute === undefined ? [] : [attribute], attribute === undefined)
          telemetry.expose(`${exposure.flagKey} ${exposure.ruleId} ${unit}`, { ...exposure, context: cut })
        }
      } catch {
        // A context can have getters that throw: the answer is there all the same.
      }
    },
    /** An event that exposes is sent with its whole context. Of others, only the ids of the unit leave this process. */
    track: (name: string, context: EvaluationContext, details?: Parameters<Telemetry['track']>[2]): void => {
      const running = [...(experiments()?.running.values() ?? [])]
      const exposes = running.some(({ exposure }) => exposure !== 'evaluation' && exposure.event === name)
      for (const { attribute } of running) if (attribute !== undefined) attributes.add(attribute)
      try {
        telemetry.track(name, exposes ? context : cutContext(context, [...attributes], true), details)
      } catch {
        // A context that cannot be read cannot be sent.
      }
    },
  }
}

/** Reduces a context to the ids of the user and the named attributes. */
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
