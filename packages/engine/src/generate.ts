import { never } from './condition.ts'
import { operators } from './operators/index.ts'
import { rollOut } from './rollout.ts'
import type { CompiledRules } from './rule.ts'
import { sourceOf } from './source.ts'
import type { EvaluationContext } from './types.ts'

type Evaluate<Outcome> = (context: EvaluationContext) => Outcome
type Make = (...values: readonly unknown[]) => Evaluate<unknown>

const known = new Map<string, Make>()
const maxKnown = 1_000
const maxValues = 1_000
let isAllowed = true

/**
 * Makes a function of rules, several times as fast as interpreting them: JavaScript engines read a property quickly
 * only where the source names it, and inline a call only where it always goes to the same function.
 * Undefined where code must not be made from text, as a content security policy or a worker may have it.
 */
export function generate<Outcome>(rules: CompiledRules<Outcome>): Evaluate<Outcome> | undefined {
  const { text, values } = sourceOf(rules)
  if (values.length > maxValues) return undefined
  const make = known.get(text) ?? makeOf(text)
  return make?.(...values) as Evaluate<Outcome> | undefined
}

const none = Object.freeze(Object.create(null))
const used = [...operators, never]
const names = ['rollOut', 'none', ...used.map((operator) => `${operator.name}_`)]
const functions = [rollOut, none, ...used.map((operator) => operator.holds)]

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
