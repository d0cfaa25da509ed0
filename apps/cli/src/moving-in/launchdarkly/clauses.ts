import type { Condition } from '@bunting/engine'
import { configLimits } from '@bunting/engine'
import type { Notes } from '../shared/findings.ts'
import { all, any, compare, inSegment, none, type Tree } from '../shared/tree.ts'
import { isKey, keyOf, type Names, type Reference, referenceOf } from './attributes.ts'
import { operators } from './operators.ts'
import type { TheirClause } from './schema.ts'

/** The surroundings of a clause: the names that it may use, and where notes go. */
export type Scope = {
  names: Names
  /** The segment's key in Bunting; undefined if there is no such segment. */
  segmentKey(theirs: string): string | undefined
  notes: Notes
}

export const clausesTree = (clauses: readonly TheirClause[], scope: Scope): Tree =>
  all(...clauses.map((clause) => clauseTree(clause, scope)))

const clauseTree = (clause: TheirClause, scope: Scope): Tree => {
  const { op, attribute, contextKind } = clause
  if (op === 'segmentMatch') return membership(clause, scope)
  const reference = referenceOf(attribute, contextKind)
  if (!reference) {
    scope.notes.byHand(
      'no-code-default',
      `No attribute is called "${attribute ?? ''}": their SDKs answer the code's default.`,
    )
    return false
  }
  const isName = (name: string) => reference.path.length === 1 && reference.path[0] === name
  if (isName('kind')) return ofKinds(clause, scope)
  if (isName('anonymous')) return ofAnonymous(clause, reference, scope)
  return comparison(clause, reference, scope)
}

const comparison = ({ op, values, negate }: TheirClause, reference: Reference, { names, notes }: Scope): Tree => {
  const convert = operators.get(op)
  if (!convert) {
    notes.byHand('operator', `Nothing here compares as ${op} does.`)
    return false
  }
  const attribute = names.of(reference, notes)
  const { tree, alsoTakes, readsVersions, problem } = convert(attribute, values ?? [])
  if (problem !== undefined) notes.byHand('operator', problem)
  // A context's key is always a text.
  if (alsoTakes !== undefined && !isKey(reference)) {
    notes.widened(
      'type-strict',
      `${attribute}: LaunchDarkly's ${op} tells types apart. Bunting also takes ${alsoTakes}.`,
    )
  }
  if (readsVersions) {
    notes.widened(
      'version-text',
      `${attribute}: LaunchDarkly reads "2.0" as a version and "v2.0.0" as none. Bunting reads them the other way round.`,
    )
  }
  if (!negate) return tree
  if (!isKey(reference)) {
    notes.widened(
      'negated-empty',
      `${attribute}: an empty list is not any of the values for LaunchDarkly. Bunting takes it as missing.`,
    )
  }
  return negated(attribute, tree)
}

const opposites: ReadonlyMap<string, string> = new Map([
  ['in', 'not_in'],
  ['contains', 'not_contains'],
])

/** Negates a test. A missing attribute does not match, negated or not. */
const negated = (attribute: string, tree: Tree): Tree => {
  const opposite = typeof tree === 'object' && 'operator' in tree ? opposites.get(tree.operator) : undefined
  if (opposite !== undefined) return { ...(tree as Condition), operator: opposite } as Condition
  return all(compare(attribute, 'is_set'), none(tree))
}

const membership = ({ values, negate }: TheirClause, { segmentKey }: Scope): Tree => {
  const keys = [...new Set(values ?? [])].flatMap((value) => {
    const key = typeof value === 'string' ? segmentKey(value) : undefined
    return key === undefined ? [] : [key]
  })
  const parts: Tree[] = []
  for (let at = 0; at < keys.length; at += configLimits.segments) {
    parts.push(inSegment(keys.slice(at, at + configLimits.segments)))
  }
  const tree = any(...parts)
  if (!negate) return tree
  return typeof tree === 'object' && 'operator' in tree
    ? ({ ...tree, operator: 'not_in_segment' } as Condition)
    : none(tree)
}

/** Tests the kinds of a context by the keys that it has. */
const ofKinds = ({ op, values, negate }: TheirClause, { names, notes }: Scope): Tree => {
  if (op !== 'in') {
    notes.byHand('operator', `Nothing here compares the kind of a context as ${op} does.`)
    return false
  }
  const kinds = [...new Set(values ?? [])].filter((value) => typeof value === 'string')
  const tree = any(...kinds.map((kind) => compare(names.of(keyOf(kind), notes), 'is_set')))
  return negate ? none(tree) : tree
}

/** Tests whether a context is anonymous. Without the attribute it is not. */
const ofAnonymous = ({ op, values, negate }: TheirClause, reference: Reference, { names, notes }: Scope): Tree => {
  if (op !== 'in') {
    notes.byHand('operator', `Nothing here compares whether a context is anonymous as ${op} does.`)
    return false
  }
  const isWanted = (value: boolean) => (values ?? []).includes(value) !== (negate ?? false)
  const isThere = compare(names.of(keyOf(reference.kind), notes), 'is_set')
  const isAnonymous = compare(names.of(reference, notes), 'equals', true)
  if (isWanted(true)) return isWanted(false) ? isThere : isAnonymous
  return isWanted(false) && all(isThere, none(isAnonymous))
}
