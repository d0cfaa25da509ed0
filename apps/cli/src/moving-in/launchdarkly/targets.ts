import { configLimits, type FlagValue } from '@bunting/engine'
import type { Notes } from '../shared/findings.ts'
import { type RuleEntry, ruleFor } from '../shared/rules.ts'
import { compare, inSegment, type Tree } from '../shared/tree.ts'
import { keyOf, type Names, userKind } from './attributes.ts'
import type { TheirFlag, TheirTarget } from './schema.ts'
import type { Variations } from './variations.ts'

/** Ids of one kind of context that are too many for a condition. */
export type IdList = { name: string; kind: string; ids: readonly string[] }

export type TargetScope = {
  names: Names
  variations: Variations
  notes: Notes
  /** Creates segments for the ids, and returns their keys. */
  addList(list: IdList): string[]
}

/** The targets in the order of LaunchDarkly's SDKs: if there are `contextTargets`, those determine where users stand. */
const inOrder = ({ targets, contextTargets }: TheirFlag): TheirTarget[] => {
  if (!contextTargets?.length) return targets ?? []
  return contextTargets.flatMap((target) => {
    if (target.contextKind && target.contextKind !== userKind) return [target]
    return (targets ?? []).find(({ variation }) => variation === target.variation) ?? []
  })
}

export const targetRules = (flag: TheirFlag, scope: TargetScope): RuleEntry[] =>
  inOrder(flag).flatMap((target) => targetRule(target, scope))

const targetRule = ({ contextKind, values, variation }: TheirTarget, scope: TargetScope): RuleEntry[] => {
  const { names, notes, variations } = scope
  const value = variations.valueOf(variation)
  if (value === undefined) {
    notes.byHand(
      'no-code-default',
      "A target names a variation that is not there: their SDKs answer the code's default.",
    )
    return []
  }
  const kind = contextKind || userKind
  const attribute = names.of(keyOf(kind), notes)
  const ids = [...new Set(values)].filter((id) => id !== '')
  const name = `target-${kind}-${variation}`
  const isShort = ids.length <= configLimits.values
  const tree: Tree = isShort
    ? ids.length > 0 && compare(attribute, 'in', ids)
    : inSegment(scope.addList({ name, kind, ids }))
  return ruleFor(
    { id: name, name: kind === userKind ? 'Targets' : `Targets of ${kind}`, tree },
    { value: value as FlagValue },
  )
}
