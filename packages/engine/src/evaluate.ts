import { compileFlag } from './compile.ts'
import { flagNotFound } from './outcome.ts'
import type { EvaluationContext, EvaluationResult, FlagConfig } from './types.ts'

/** For a single evaluation; who evaluates a flag again and again compiles it once instead. */
export function evaluate(
  flagKey: string,
  config: FlagConfig | undefined,
  context: EvaluationContext,
): EvaluationResult {
  if (!config) return flagNotFound
  return compileFlag(flagKey, config).evaluate(context)
}
