import { byHand } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import { all, type Tree } from '../shared/tree.ts'
import { type Draft, draftsOf } from './drafts.ts'
import { isHoldout } from './holdout.ts'
import { joinPrerequisites, type Prerequisite, resolveParent } from './parents.ts'
import type { Payload, Rule } from './payload.ts'
import type { Segments } from './segments.ts'

/** The converted parts of one rule of a feature. */
export type Part = {
  /** Conditions on other flags that count for the whole flag from this rule on. */
  gates: (boolean | Prerequisite)[]
  /** Conditions on other flags that count for this rule only. */
  needs: Prerequisite[]
  drafts: Draft[]
}

/** The surroundings of a rule: the features and segments that it may refer to. */
export type Around = {
  featureId: string
  payload: Payload
  segments: Segments
  notes: Notes
  keyOf(id: string): string | undefined
}

export const partOf = (rule: Rule, id: string, { featureId, payload, segments, notes, keyOf }: Around): Part => {
  const gates: Part['gates'] = []
  const needs: Prerequisite[] = []
  const trees: Tree[] = []
  for (const parent of rule.parentConditions ?? []) {
    if (parent.gate) {
      if (needs.length + trees.length > 0) byHand('failed-gate', 'One of its rules asks for a flag before its gate.')
      gates.push(resolveParent(parent, payload.features, keyOf))
    } else if (isHoldout(parent.id)) {
      trees.push(segments.holdout(parent))
    } else {
      const resolved = resolveParent(parent, payload.features, keyOf)
      if (typeof resolved === 'boolean') trees.push(resolved)
      else needs.push(resolved)
    }
  }
  const drafts = draftsOf(rule, { id, featureId, bandits: payload.contextualBandits }, segments.scopeAt(notes))
    .map((draft) => ({ ...draft, tree: all(...trees, draft.tree) }))
    .filter(({ tree }) => tree !== false)
  return { gates, needs: joinPrerequisites(needs), drafts }
}
