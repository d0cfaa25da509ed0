import { nameFor } from '../shared/facts.ts'
import type { RuleHead } from '../shared/rules.ts'
import type { Drawing, Run } from '../shared/split.ts'
import { inRuns } from '../shared/split.ts'
import { all, none, type Tree } from '../shared/tree.ts'
import { attributeOf, type Scope, treeOf } from './condition.ts'
import { drawingOf, filtersTree, namespaceTree, rangesOf, runsIn, runsUpTo, weightsOf } from './draw.ts'
import type { Payload, Rule } from './payload.ts'

/** A rule whose values are not converted yet: its audience, and how that is split. */
export type Draft = RuleHead & {
  /** Absent if everybody gets the same value. */
  split?: { drawing: Drawing; runs: Run[]; weightOf: (share: number) => number }
  values: readonly unknown[]
  labels: readonly string[]
}

/** The position of a rule. */
export type Place = { id: string; featureId: string; bandits: Payload['contextualBandits'] }

/** The drafts of a rule; none if it is for nobody. If its weights depend on the context, there is one for each context. */
export const draftsOf = (rule: Rule, place: Place, scope: Scope): Draft[] => {
  const filtered = filtersTree(rule.filters ?? [], (path) => attributeOf(path, scope.rename))
  const tree = all(filtered, rule.condition ? treeOf(rule.condition, scope) : true)
  const head = { id: place.id, name: nameFor(rule.name ?? rule.key ?? '', ''), tree }
  if (Object.hasOwn(rule, 'force')) return forceDraft(rule, head, place, scope)
  const variations = rule.contextualVariations ?? rule.variations
  if (!variations || variations.length < 2) return []
  return leavesOf(rule, place, scope).flatMap(({ tree: leaf, weights }, at) =>
    experimentDraft(
      { ...rule, variations, weights },
      { ...head, id: at === 0 ? head.id : `${head.id}-leaf-${at}`, tree: all(head.tree, leaf) },
      place,
      scope,
    ),
  )
}

const unitOf = ({ hashAttribute }: Rule, scope: Scope): string => {
  const attribute = attributeOf(hashAttribute || 'id', scope.rename)
  if (attribute !== 'userId') {
    scope.note(
      'empty-unit',
      `${attribute} is drawn: 0 and false are no units in GrowthBook, and in shares no fractions are.`,
    )
  }
  return attribute
}

function forceDraft(rule: Rule, head: RuleHead, { featureId }: Place, scope: Scope): Draft[] {
  const { force, range, coverage, seed, hashVersion } = rule
  const draft = { ...head, values: [force], labels: ['0'] }
  if (!range && coverage === undefined) return [draft]
  const drawing = drawingOf(hashVersion || 1, seed || featureId, unitOf(rule, scope))
  if (!drawing) return []
  const runs = range ? runsIn(drawing, [range]) : runsUpTo(drawing, coverage ?? 0)
  return runs.length === 0 ? [] : [{ ...draft, split: { drawing, runs, weightOf: () => 100 } }]
}

function experimentDraft(rule: Rule, head: RuleHead, { featureId }: Place, scope: Scope): Draft[] {
  const { variations = [], meta = [], filters, namespace, seed, key, hashVersion } = rule
  const unit = unitOf(rule, scope)
  const drawing = drawingOf(hashVersion || 1, seed || key || featureId, unit)
  if (!drawing) return []
  const isPassedThrough = (share: number) => meta[share]?.passthrough === true
  const ranges = rangesOf(rule, variations.length)
  const runs = runsIn(drawing, ranges).filter(({ share }) => share < variations.length && !isPassedThrough(share))
  const inside = namespace && !filters ? namespaceTree(namespace, unit) : true
  const weights = weightsOf(rule.weights, variations.length)
  return [
    {
      ...head,
      tree: all(inside, head.tree),
      values: variations,
      labels: variations.map((_, at) => meta[at]?.key || String(at)),
      split: { drawing, runs, weightOf: (share) => Number(((weights[share] ?? 0) * 100).toFixed(6)) },
    },
  ]
}

/** The weights of a contextual bandit: those of the first context that matches, else the rule's own. */
function leavesOf({ contextualBanditRef, weights }: Rule, { bandits }: Place, scope: Scope) {
  const contexts = contextualBanditRef === undefined ? [] : (bandits[contextualBanditRef]?.contexts ?? [])
  const trees = contexts.map(({ condition }) => treeOf(condition ?? {}, scope))
  return [...contexts.map((context) => context.weights), weights].map((own, at) => ({
    weights: own,
    tree: all(trees[at] ?? true, none(...trees.slice(0, at))),
  }))
}

/** The audience to whom a draft gives a value that is wanted. */
export const answersTree = ({ tree, split, values }: Draft, isWanted: (value: unknown) => boolean): Tree => {
  if (!split) return isWanted(values[0]) && tree
  return all(
    tree,
    inRuns(
      split.drawing,
      split.runs.filter(({ share }) => isWanted(values[share])),
    ),
  )
}
