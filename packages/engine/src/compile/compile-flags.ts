import { type FlagGraph, type FlagsSource, openFlagGraph } from '../graph/flag-graph.ts'
import type { EvaluationResult } from '../types.ts'
import type { Render } from './compiled-flag.ts'

export type CompiledFlags<Outcome = EvaluationResult> = Omit<FlagGraph<Outcome>, 'change'>

/** Compiles a bundle that will not change. */
export function compileFlags(source: FlagsSource): CompiledFlags
export function compileFlags<Outcome>(source: FlagsSource, render: Render<Outcome>): CompiledFlags<Outcome>
export function compileFlags(
  source: FlagsSource,
  render: Render<unknown> = (_, result) => result,
): CompiledFlags<unknown> {
  return openFlagGraph(source, render)
}
