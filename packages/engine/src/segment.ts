import { readAttribute } from './attribute.ts'
import type { FindSegment } from './condition.ts'
import { askerOf } from './generate.ts'
import { type IdLists, outcomeInLists } from './id-lists.ts'
import { type Needs, type Node, nodeOf } from './node.ts'
import { type CompiledRule, compileSegmentRule } from './rule.ts'
import type { EvaluationContext, Segment } from './types.ts'

export type CompiledSegment = Node<boolean> & {
  readonly key: string
  /** Those that take part. */
  readonly rules: readonly { readonly id: string; readonly compiled: CompiledRule<boolean> }[]
  /** What the lists say; undefined where they say nothing, and the rules are asked. */
  readonly inLists: (context: EvaluationContext) => boolean | undefined
}

export function compileSegment(key: string, segment: Segment, needs: Needs, find: FindSegment): CompiledSegment {
  const idLists = idListsOf(segment)
  const enabled = segment.config.rules.filter((rule) => rule.enabled)
  const rules = enabled.map((rule) => ({ id: rule.id, compiled: compileSegmentRule(rule, find) }))
  const compiled = { prerequisites: [], idLists, rules: rules.map((rule) => rule.compiled), byDefault: false }
  const node = nodeOf<boolean>(needs, askerOf<boolean>(compiled))
  return { ...node, key, rules, inLists: (context) => outcomeInLists(idLists, context) }
}

function idListsOf({ unit, config: { included, excluded } }: Segment): IdLists<boolean> {
  const lists = [
    { ids: new Set(included), outcome: true },
    { ids: new Set(excluded), outcome: false },
  ]
  return { unit: unit === null ? undefined : readAttribute(unit), lists: lists.filter(({ ids }) => ids.size > 0) }
}
