import { generate } from './generate.ts'
import { interpret } from './interpret.ts'
import { outcomesOf } from './outcome.ts'
import { type CompiledRules, compileRules } from './rule.ts'
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
  const rules = compileRules(key, config, outcomes)
  return { key, evaluate: compileEvaluate(rules), outcomes: outcomes.all }
}

function compileEvaluate<Outcome>(compiled: CompiledRules<Outcome>): CompiledFlag<Outcome>['evaluate'] {
  const { rules, byDefault } = compiled
  if (rules.length === 0) return () => byDefault
  return generate(compiled) ?? ((context) => interpret(compiled, context))
}
