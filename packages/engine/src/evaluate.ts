import { interpret } from './interpret.ts'
import { flagNotFound, outcomesOf } from './outcome.ts'
import { compileRules } from './rule.ts'
import type { EvaluationContext, EvaluationResult, FlagConfig } from './types.ts'

/** For a single evaluation; who evaluates a flag again and again compiles it once instead. */
export function evaluate(
  flagKey: string,
  config: FlagConfig | undefined,
  context: EvaluationContext,
): EvaluationResult {
  if (!config) return flagNotFound
  const outcomes = outcomesOf(config, (result) => result)
  return interpret(compileRules(flagKey, config, outcomes), context)
}
