import { limits } from '@bunting/contract'
import type { SegmentConfigEntry } from '../../project-file/project-file.ts'
import { nameFor } from '../shared/facts.ts'
import { emptySegment } from '../shared/off.ts'
import { withOwnIds } from '../shared/rules.ts'
import { all, any, audienceOf, inSegment, none, type Tree } from '../shared/tree.ts'
import { keyOf, referenceOf, userKind } from './attributes.ts'
import { clausesTree, type Scope } from './clauses.ts'
import { hasNoUnit, shareOf, unitOf, whole } from './rollouts.ts'
import type { TheirSegment } from './schema.ts'
import type { IdList } from './targets.ts'

type Lists = { included: string[]; excluded: string[] }

/** The ids of a segment, by the kind of context. */
export const listsOf = (segment: TheirSegment): Map<string, Lists> => {
  const lists = new Map<string, Lists>()
  const add = (kind: string, name: keyof Lists, ids: readonly string[] | null | undefined) => {
    const known = ids?.filter((id) => id !== '') ?? []
    if (known.length === 0) return
    const of = lists.get(kind) ?? { included: [], excluded: [] }
    lists.set(kind, { ...of, [name]: [...new Set([...of[name], ...known])] })
  }
  add(userKind, 'included', segment.included)
  add(userKind, 'excluded', segment.excluded)
  for (const { contextKind, values } of segment.includedContexts ?? []) add(contextKind || userKind, 'included', values)
  for (const { contextKind, values } of segment.excludedContexts ?? []) add(contextKind || userKind, 'excluded', values)
  return lists
}

export type SegmentScope = Scope & {
  /** The kind of context in the segment's own lists, the same in all environments. */
  ownKind: string
  /** Creates segments for ids of another kind, and returns their keys. */
  addList(list: IdList): string[]
}

export const convertSegment = (key: string, segment: TheirSegment, scope: SegmentScope): SegmentConfigEntry => {
  const { notes, ownKind, addList } = scope
  if (segment.unbounded) {
    notes.byHand(
      'big',
      `A big segment: who is in it is not among what SDKs read. Export it there, and import again with --ids ${key}=<file>.`,
    )
    return emptySegment()
  }
  const lists = listsOf(segment)
  const own = lists.get(ownKind) ?? { included: [], excluded: [] }
  const listed = (name: keyof Lists, kinds: readonly string[]): string[] =>
    kinds.flatMap((kind) => {
      const ids = lists.get(kind)?.[name] ?? []
      return ids.length === 0 ? [] : addList({ name: `${name}-${kind}`, kind, ids })
    })
  // Of its own kind, lists too long for a config become segments too, large ones.
  const othersOf = (name: keyof Lists) =>
    [...lists.keys()].filter((kind) => kind !== ownKind || own[name].length > limits.segmentIds)
  const included = listed('included', othersOf('included'))
  // Somebody who is included by one kind stays in, even if another kind excludes them.
  const isOwnLast = included.length > 0
  const excluded = listed('excluded', isOwnLast ? [...lists.keys()] : othersOf('excluded'))
  const ownIds = (name: keyof Lists): string[] => (own[name].length > limits.segmentIds ? [] : own[name])
  const rules = [
    { id: 'included', name: 'Included by other lists', tree: inSegment(included) },
    ...(segment.rules ?? []).map((rule, at) => ({
      id: rule.id || `rule-${at + 1}`,
      name: '',
      tree: all(clausesTree(rule.clauses, scope), none(inSegment(excluded)), shareTree(key, segment, rule, scope)),
    })),
  ].flatMap(({ id, name, tree }) => {
    const audience = audienceOf(tree)
    return audience ? [{ id, name: nameFor(name, ''), enabled: true, ...audience }] : []
  })
  return {
    included: ownIds('included'),
    excluded: isOwnLast ? [] : ownIds('excluded'),
    rules: withOwnIds(rules),
  }
}

type SegmentRule = NonNullable<TheirSegment['rules']>[number]

/** The condition for the percentage of a rule's audience. */
const shareTree = (key: string, { salt }: TheirSegment, rule: SegmentRule, { names, notes }: Scope): Tree => {
  const { weight, bucketBy, rolloutContextKind } = rule
  if (weight === null || weight === undefined || weight >= whole) return true
  if (weight === 0) return false
  const reference = bucketBy ? referenceOf(bucketBy, rolloutContextKind) : keyOf(rolloutContextKind)
  if (!reference) {
    notes.byHand('no-code-default', `No attribute is called "${bucketBy}": their SDKs answer the code's default.`)
    return false
  }
  if (salt === null || salt === undefined) {
    notes.byHand(
      'no-salt',
      'The segment takes a part of people by a salt, which the admin API does not tell: take the snapshot as SDKs read it.',
    )
  }
  const unit = unitOf(reference, names, notes)
  const text = `${key}.${salt ?? ''}.`
  noteShare(unit.attribute, bucketBy, notes)
  return any(shareOf(unit, text, 0, weight), hasNoUnit(unit, text))
}

const noteShare = (attribute: string, bucketBy: string | null | undefined, notes: Scope['notes']): void => {
  notes.exact('no-unit-first', `Contexts without ${attribute} are in a part of people, as LaunchDarkly has it.`)
  if (bucketBy && bucketBy !== 'key') {
    notes.widened(
      'empty-unit',
      `LaunchDarkly also draws an empty ${attribute}, and whole numbers above 2^53. Bunting takes both as missing.`,
    )
  }
}
