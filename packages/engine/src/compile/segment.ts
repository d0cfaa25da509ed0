import { askerOf } from '../evaluate/codegen.ts'
import { type Naming, nodeOf } from '../evaluate/node.ts'
import { openDraws } from '../hash/draws.ts'
import type { Segment } from '../types.ts'
import { readAttribute } from './attribute.ts'
import type { CompiledSegment, FindSegment } from './condition.ts'
import type { Reckon } from './cost.ts'
import { type IdLists, outcomeInLists } from './id-lists.ts'
import { compileSegmentRule } from './rule.ts'

export function compileSegment(
  key: string,
  segment: Segment,
  naming: Naming,
  find: FindSegment,
  reckon?: Reckon,
): CompiledSegment {
  const idLists = idListsOf(segment)
  const enabled = segment.config.rules.filter((rule) => rule.enabled)
  const draws = openDraws()
  const rules = enabled.map((rule) => ({ id: rule.id, ...compileSegmentRule(rule, find, draws) }))
  const ownCost = reckon?.({ ...segment.config, rules: enabled })
  const node = nodeOf(naming, askerOf<boolean>({ prerequisites: [], idLists, rules, byDefault: false }), ownCost)
  return { ...node, key, rules, inLists: (context) => outcomeInLists(idLists, context) }
}

function idListsOf({ unit, config: { included, excluded } }: Segment): IdLists<boolean> {
  const lists = [
    { ids: new Set(included), outcome: true },
    { ids: new Set(excluded), outcome: false },
  ]
  return { unit: unit === null ? undefined : readAttribute(unit), lists: lists.filter(({ ids }) => ids.size > 0) }
}
