import { readAttribute } from './attribute.ts'
import type { FindSegment } from './condition.ts'
import { askOf } from './generate.ts'
import { type Needs, type Node, nodeOf } from './node.ts'
import { type CompiledRule, compileSegmentRule } from './rule.ts'
import type { EvaluationContext, Segment } from './types.ts'
import { unitOf } from './unit.ts'

export type CompiledSegment = Node<boolean> & {
  readonly key: string
  /** Those that take part. */
  readonly rules: readonly { readonly id: string; readonly compiled: CompiledRule<true> }[]
  /** What the lists say; undefined where they say nothing, and the rules are asked. */
  readonly inLists: (context: EvaluationContext) => boolean | undefined
}

export function compileSegment(key: string, segment: Segment, needs: Needs, find: FindSegment): CompiledSegment {
  const inLists = compileLists(segment)
  const enabled = segment.config.rules.filter((rule) => rule.enabled)
  const rules = enabled.map((rule) => ({ id: rule.id, compiled: compileSegmentRule(rule, find) }))
  const compiled = { prerequisites: [], rules: rules.map((rule) => rule.compiled), byDefault: false }
  const node = nodeOf<boolean>(needs, (asking) => {
    const byRules = askOf<boolean>(compiled, asking)
    return (context, turn) => inLists(context) ?? byRules(context, turn)
  })
  return Object.assign(node, { key, rules, inLists })
}

function compileLists({ unit, config }: Segment): CompiledSegment['inLists'] {
  const read = unit === null ? undefined : readAttribute(unit)
  const included = new Set(config.included)
  const excluded = new Set(config.excluded)
  if (included.size + excluded.size === 0) return () => undefined
  return (context) => {
    const id = unitOf(read, context)
    if (id === undefined) return undefined
    if (included.has(id)) return true
    return excluded.has(id) ? false : undefined
  }
}
