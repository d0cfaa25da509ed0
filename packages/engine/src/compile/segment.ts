import { askerOf } from '../evaluate/codegen.ts'
import { type Naming, nodeOf } from '../evaluate/node.ts'
import { openDraws } from '../hash/draws.ts'
import type { HashList } from '../lists/hash-list.ts'
import type { Segment } from '../types.ts'
import { readAttribute } from './attribute.ts'
import type { CompiledSegment, FindSegment } from './condition.ts'
import type { Reckon } from './cost.ts'
import { type IdLists, outcomeInLists } from './id-lists.ts'
import { hashedIds, largeListCost } from './large-list.ts'
import { compileSegmentRule } from './rule.ts'

/** `list` is that of a large one. */
export function compileSegment(
  key: string,
  segment: Segment,
  list: HashList | undefined,
  naming: Naming,
  find: FindSegment,
  reckon?: Reckon,
): CompiledSegment {
  const idLists = idListsOf(segment, list)
  const enabled = 'config' in segment ? segment.config.rules.filter((rule) => rule.enabled) : []
  const draws = openDraws()
  const rules = enabled.map((rule) => ({ id: rule.id, ...compileSegmentRule(rule, find, draws) }))
  const ownCost = 'config' in segment ? reckon?.({ ...segment.config, rules: enabled }) : reckon && largeListCost
  const node = nodeOf(naming, askerOf<boolean>({ prerequisites: [], idLists, rules, byDefault: false }), ownCost)
  return { ...node, key, rules, inLists: (context) => outcomeInLists(idLists, context) }
}

function idListsOf(segment: Segment, list: HashList | undefined): IdLists<boolean> {
  const unit = segment.unit === null ? undefined : readAttribute(segment.unit)
  if ('large' in segment) return { unit, lists: list ? [{ ids: hashedIds(segment.large, list), outcome: true }] : [] }
  const lists = [
    { ids: new Set(segment.config.included), outcome: true },
    { ids: new Set(segment.config.excluded), outcome: false },
  ]
  return { unit, lists: lists.filter(({ ids }) => ids.size > 0) }
}
