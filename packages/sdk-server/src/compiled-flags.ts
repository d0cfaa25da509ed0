import { compileFlag, type EvaluationResult, type FlagConfig } from '@bunting/engine'
import type { Counted, Details, EvaluationContext, FlagType, FlagValue } from '@bunting/sdk-core'
import type { Bundle, BundleFlag } from './bundle.ts'
import { sameJson } from './same-json.ts'

/** Something that a flag can answer, made when the flag is compiled. */
export type Outcome = { readonly details: Details; readonly counted: Counted }

type CompiledFlag = {
  readonly flag: BundleFlag
  readonly type: FlagType
  readonly evaluate: (context: EvaluationContext) => Outcome
  /** Counts evaluations that failed. */
  readonly failed: Counted
}

export type CompiledFlags = ReadonlyMap<string, CompiledFlag>

/** A flag that is as it was is taken over: a change costs what changed. */
export const compileFlags = (
  { flags }: Bundle,
  before: CompiledFlags,
  onBadFlag: (key: string, thrown: unknown) => void,
): CompiledFlags => {
  const compiled = new Map<string, CompiledFlag>()
  for (const [key, flag] of Object.entries(flags)) {
    try {
      const known = before.get(key)
      compiled.set(key, known && sameJson(known.flag, flag) ? known : compile(key, flag))
    } catch (thrown) {
      onBadFlag(key, thrown)
    }
  }
  return compiled
}

/** The keys of flags that were added, taken away or changed. */
export const changedKeys = (before: CompiledFlags, after: CompiledFlags): string[] => [
  ...[...before.keys()].filter((key) => !after.has(key)),
  ...[...after].filter(([key, flag]) => before.get(key) !== flag).map(([key]) => key),
]

const compile = (key: string, flag: BundleFlag): CompiledFlag => {
  const { config, id, type } = flag
  const { version } = config
  const isStatic = config.enabled && !config.rules.some((rule) => rule.enabled)
  const counted = ({ value, reason, ruleId }: EvaluationResult): Counted => ({
    flagKey: key,
    flagId: id,
    value,
    reason,
    ruleId,
    count: 0,
  })
  const render = (result: EvaluationResult): Outcome => ({
    details: Object.freeze({ ...result, value: result.value as FlagValue, version, isStatic }),
    counted: counted(result),
  })
  return {
    flag,
    type,
    evaluate: compileFlag(key, config as FlagConfig, render).evaluate as CompiledFlag['evaluate'],
    failed: counted({ value: null, reason: 'ERROR' }),
  }
}
