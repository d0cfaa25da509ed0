import type { CompiledFlag as Evaluated, EvaluationId, EvaluationResult, Prerequisite } from '@bunting/engine'
import type { Counted, Details, EvaluationContext, FlagValue } from '@bunting/sdk-core'
import type { BundleFlag } from './bundle.ts'

/** A possible answer of a flag, made when the flag is compiled. */
export type Outcome = { readonly details: Details; readonly counted: Counted }

export type CompiledFlag = {
  /** True if the flag, or something that it needs, is malformed. */
  readonly broken: boolean
  readonly evaluate: (context: EvaluationContext) => Outcome
  /** Evaluates the flag as one of several for the same context, which share results. */
  readonly evaluateIn: (context: EvaluationContext, evaluation: EvaluationId) => Outcome
  /** The same, for use after a dependent was evaluated: deep prerequisites are not evaluated first again. */
  readonly ask: (context: EvaluationContext, evaluation: EvaluationId) => Outcome
  readonly clientSafe: boolean
  /** Those of a flag that is on. */
  readonly prerequisites: readonly Prerequisite[]
  /** Counts evaluations that failed. */
  readonly failed: Counted
}

export const outcomeOf = (key: string, result: EvaluationResult, flag: unknown): Outcome => {
  if (result.reason === 'ERROR') return { details: result as Details, counted: countedFor(key, undefined, result) }
  const { id, config } = flag as BundleFlag
  const { version, enabled, rules, prerequisites } = config
  const isStatic = enabled && !prerequisites && !rules.some((rule) => rule.enabled)
  return {
    details: Object.freeze({ ...result, value: result.value as FlagValue, version, isStatic }),
    counted: countedFor(key, id, result),
  }
}

export const withCounts = (key: string, compiled: Evaluated<Outcome>, flag: unknown): CompiledFlag => {
  type Asked = Pick<CompiledFlag, 'broken' | 'evaluate' | 'evaluateIn' | 'ask'>
  const { broken, evaluate, evaluateIn, ask } = compiled as Asked
  const { id, clientSafe = false, config } = (broken ? {} : flag) as Partial<BundleFlag>
  const prerequisites = (config?.enabled && config.prerequisites) || []
  return { broken, evaluate, evaluateIn, ask, clientSafe, prerequisites, failed: countedFor(key, id, failure) }
}

const failure: EvaluationResult = { value: null, reason: 'ERROR' }

const countedFor = (
  flagKey: string,
  flagId: string | undefined,
  { value, reason, ruleId, variant }: EvaluationResult,
): Counted => ({ flagKey, flagId, value, reason, ruleId, variant, count: 0 })
