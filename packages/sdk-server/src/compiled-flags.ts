import { compileFlag, type EvaluationResult, isWellFormed } from '@bunting/engine'
import type { Counted, Details, EvaluationContext, FlagValue } from '@bunting/sdk-core'
import type { Bundle, BundleFlag } from './bundle.ts'
import { sameJson } from './same-json.ts'

/** Something that a flag can answer, made when the flag is compiled. */
export type Outcome = { readonly details: Details; readonly counted: Counted }

type CompiledFlag = {
  readonly flag: BundleFlag
  /** Undefined of a flag that cannot be read. */
  readonly evaluate: ((context: EvaluationContext) => Outcome) | undefined
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
    const known = before.get(key)
    if (known && sameJson(known.flag, flag)) {
      compiled.set(key, known)
      continue
    }
    try {
      compiled.set(key, compile(key, flag))
    } catch (thrown) {
      compiled.set(key, unreadable(key, flag))
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
  if (typeof id !== 'string' || !isWellFormed(config, type)) throw new Error('its config is not well-formed')
  const { version } = config
  const isStatic = config.enabled && !config.rules.some((rule) => rule.enabled)
  const render = (result: EvaluationResult): Outcome => ({
    details: Object.freeze({ ...result, value: result.value as FlagValue, version, isStatic }),
    counted: countedFor(key, id, result),
  })
  return {
    flag,
    evaluate: compileFlag(key, config, render).evaluate as CompiledFlag['evaluate'],
    failed: countedFor(key, id, failure),
  }
}

/** It answers with the caller's fallback and an error: not as if there were no such flag. */
const unreadable = (key: string, flag: BundleFlag): CompiledFlag => ({
  flag,
  evaluate: undefined,
  failed: countedFor(key, undefined, failure),
})

const failure: EvaluationResult = { value: null, reason: 'ERROR' }

const countedFor = (
  flagKey: string,
  flagId: string | undefined,
  { value, reason, ruleId }: EvaluationResult,
): Counted => ({ flagKey, flagId, value, reason, ruleId, count: 0 })
