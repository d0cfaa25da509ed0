import { type Outcomes, outcomesOf } from './outcome.ts'
import { compileRule } from './rule.ts'
import { firstOf } from './step.ts'
import type { EvaluationContext, EvaluationResult, FlagConfig } from './types.ts'

export type CompiledFlag<Outcome = EvaluationResult> = {
  readonly key: string
  /** Everything that `evaluate` can answer. */
  readonly outcomes: readonly Outcome[]
  readonly evaluate: (context: EvaluationContext) => Outcome
}

/**
 * A flag is compiled once and evaluated often. `render` makes of each possible result what its caller needs later, such
 * as its JSON text: evaluating then only chooses among these.
 */
export function compileFlag(key: string, config: FlagConfig): CompiledFlag
export function compileFlag<Outcome extends NonNullable<unknown>>(
  key: string,
  config: FlagConfig,
  render: (result: EvaluationResult) => Outcome,
): CompiledFlag<Outcome>
export function compileFlag(
  key: string,
  config: FlagConfig,
  render: (result: EvaluationResult) => NonNullable<unknown> = (result) => result,
): CompiledFlag<NonNullable<unknown>> {
  const outcomes = outcomesOf(config, render)
  return { key, evaluate: compileEvaluate(key, config, outcomes), outcomes: outcomes.all }
}

function compileEvaluate<Outcome>(
  key: string,
  config: FlagConfig,
  outcomes: Outcomes<Outcome>,
): CompiledFlag<Outcome>['evaluate'] {
  const byDefault = outcomes.ofValue(config.defaultValue, config.enabled ? 'DEFAULT' : 'DISABLED')
  const rules = config.enabled ? config.rules.filter((rule) => rule.enabled) : []
  const last = rules.pop()
  if (!last) return () => byDefault
  return firstOf(
    rules.map((rule) => compileRule(key, rule, outcomes, undefined).step),
    compileRule(key, last, outcomes, byDefault).step,
  )
}
