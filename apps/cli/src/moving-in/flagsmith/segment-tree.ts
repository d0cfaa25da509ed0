import { own } from '../../core/own.ts'
import { byHand } from '../shared/by-hand.ts'
import { all, any, compare, holdsFor, none, type Tree } from '../shared/tree.ts'
import { AsksForFlag, type Scope, treeOf } from './condition.ts'
import type { Segment, SegmentRule } from './document.ts'

/** The audience of a segment, and the answers of other flags that it needs. */
export type SegmentTree = { tree: Tree; needs: AsksForFlag['flag'][] }

export const segmentTree = ({ rules }: Segment, scope: Scope): SegmentTree => {
  const needs: AsksForFlag['flag'][] = []
  const tree = rules.length > 0 && all(...rules.map((rule) => ruleTree(rule, scope, (need) => needs.push(need))))
  return { tree: ofIdentities(tree), needs }
}

/** A context without an identity is in no segment, even if the segment requires traits to be missing. */
const ofIdentities = (tree: Tree): Tree =>
  holdsFor(tree, undefined) ? all(any(compare('userId', 'is_set'), compare('anonymousId', 'is_set')), tree) : tree

type Need = (need: AsksForFlag['flag']) => void

/** A rule holds if all, any or none of its conditions hold, and likewise of its inner rules. */
function ruleTree({ type, conditions, rules }: SegmentRule, scope: Scope, need?: Need): Tree {
  const holdAs = own(kinds, type) ?? byHand('operator', `A rule of the type ${type} is none that is known.`)
  // Only a condition that always has to hold can become a prerequisite of the whole override.
  const inside = type === 'ALL' ? need : undefined
  const parts = [
    conditions.map((condition) => conditionTree(() => treeOf(condition, scope), inside)),
    rules.map((rule) => ruleTree(rule, scope, inside)),
  ]
  return all(...parts.map((trees) => trees.length === 0 || holdAs(...trees)))
}

const kinds: Readonly<Record<string, (...trees: readonly Tree[]) => Tree>> = { ALL: all, ANY: any, NONE: none }

function conditionTree(convert: () => Tree, need: Need | undefined): Tree {
  try {
    return convert()
  } catch (error) {
    if (!(error instanceof AsksForFlag)) throw error
    if (!need) return byHand('operator', `A part of it asks for the answer of the flag ${error.flag.name}.`)
    need(error.flag)
    return true
  }
}
