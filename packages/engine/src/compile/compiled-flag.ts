import { askerOf } from '../evaluate/codegen.ts'
import type { Ask } from '../evaluate/memo.ts'
import { askAlone, askIn, type Naming, type Node, nodeOf } from '../evaluate/node.ts'
import type { EvaluationContext, EvaluationResult, FlagConfig } from '../types.ts'
import { noCost, type Reckon } from './cost.ts'
import { type Outcomes, outcomesOf, unreadable } from './outcome.ts'
import type { Parent } from './prerequisite.ts'
import { compileRules, type Find } from './rule.ts'

export type CompiledFlag<Outcome = EvaluationResult> = Parent<Outcome> & {
  readonly key: string
  /** The flag answers with an error, because it or something that it needs cannot be read. */
  readonly broken: boolean
  readonly evaluate: (context: EvaluationContext) => Outcome
  /** Evaluates the flag together with others in one evaluation, all for the same context. */
  readonly evaluateIn: Ask<Outcome>
}

export type Render<Outcome> = (key: string, result: EvaluationResult) => Outcome

/** Compiles a flag once, so that it can be evaluated often. */
export function compileFlag<Outcome>(
  key: string,
  config: FlagConfig,
  naming: Naming,
  find: Find<Outcome>,
  render: Render<Outcome>,
  reckon?: Reckon,
): CompiledFlag<Outcome> {
  const outcomes = outcomesOf(config, (result) => render(key, result))
  const rules = compileRules(key, config, outcomes, find)
  const { prerequisites, byDefault } = rules
  const isConstant = prerequisites.length === 0 && rules.rules.length === 0
  if (isConstant) return finish({ ...nodeOf(naming, () => () => byDefault), cost: noCost }, key, outcomes, false)
  const enabled = config.rules.filter((rule) => rule.enabled)
  const node = nodeOf(naming, askerOf(rules), reckon?.({ ...config, rules: enabled }))
  return finish(node, key, outcomes, false)
}

/** A flag that cannot be read. It answers with an error, and does not affect other flags. */
export function brokenFlag<Outcome>(key: string, render: Render<Outcome>): CompiledFlag<Outcome> {
  const outcome = render(key, unreadable)
  const node = nodeOf({ needs: [], isNamed: false }, () => () => outcome)
  return finish(node, key, { all: [outcome], results: [unreadable] }, true)
}

const finish = <Outcome>(
  node: Node<Outcome>,
  key: string,
  { all, results }: Pick<Outcomes<Outcome>, 'all' | 'results'>,
  broken: boolean,
): CompiledFlag<Outcome> => ({
  // Read on every evaluation: properties before the spread are stored in the object itself.
  evaluate: askAlone(node),
  evaluateIn: askIn(node),
  key,
  broken,
  outcomes: all,
  results,
  ...node,
})
