import { comparisonHolds, foldActual, never } from '../compile/condition.ts'
import { rollOut } from '../compile/rollout.ts'
import type { CompiledRules } from '../compile/rule.ts'
import { unitOf } from '../compile/unit.ts'
import { rollOutHashed } from '../hash/hashed-rollout.ts'
import { shareHolds } from '../hash/share.ts'
import { operators } from '../operators/index.ts'
import { functionText, type Source, sourceOf } from './codegen-source.ts'
import { interpret } from './interpret.ts'
import { type Ask, memoizePerEvaluation, nextEvaluation } from './memo.ts'
import type { Asking } from './node.ts'

type Make = (...values: readonly unknown[]) => Ask<unknown>

const known = new Map<string, Make>()
const maxKnown = 1_000
const maxValues = 1_000
let isAllowed = true

/**
 * Generates functions from rules, which are several times as fast as interpreting them: JavaScript engines read a property
 * quickly only if the source names it, and inline a call only if it always goes to the same function. If generating code is
 * forbidden, by a content security policy or in some workers, the rules are interpreted.
 */
export function askerOf<Outcome>(rules: CompiledRules<Outcome>): (asking: Asking) => Ask<Outcome> {
  let source: Source | undefined
  return (asking) => {
    source ??= sourceOf(rules)
    const { values, nodes } = source
    const text = functionText(source, asking)
    const make = values.length + nodes.length > maxValues ? undefined : (known.get(text) ?? makeOf(text))
    if (!make) return interpreterOf(rules, asking)
    const asks = nodes.map((node) => (asking === 'once' ? node.ask : node.askAnew))
    return make(...values, ...asks) as Ask<Outcome>
  }
}

const interpreterOf = <Outcome>(rules: CompiledRules<Outcome>, asking: Asking): Ask<Outcome> =>
  asking === 'once'
    ? memoizePerEvaluation((context, evaluation) => interpret(rules, context, evaluation))
    : (context) => interpret(rules, context, nextEvaluation())

const none = Object.freeze(Object.create(null))
const used = [...operators, never]
const names = [
  'rollOut',
  'rollOutHashed',
  'shareHolds',
  'unitOf',
  'fold',
  'ofList',
  'none',
  ...used.map((operator) => `${operator.name}_`),
]
const functions = [
  rollOut,
  rollOutHashed,
  shareHolds,
  unitOf,
  foldActual,
  comparisonHolds,
  none,
  ...used.map((operator) => operator.holds),
]

function makeOf(text: string): Make | undefined {
  if (!isAllowed) return undefined
  try {
    const make: Make = new Function(...names, `'use strict'\n${text}`)(...functions)
    if (known.size === maxKnown) known.clear()
    known.set(text, make)
    return make
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    isAllowed = false
    return undefined
  }
}
