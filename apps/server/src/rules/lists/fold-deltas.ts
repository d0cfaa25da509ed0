import { difference, emptySet, type HashSet, union } from './hash-set.ts'

/** What a version of a list has over the one before. */
export type SetDelta = { readonly added: HashSet; readonly removed: HashSet }

export const noDelta: SetDelta = { added: emptySet, removed: emptySet }

/** Several changes, one after the other, as one: what was added and removed again is in neither. */
export const foldDeltas = (first: SetDelta, then: SetDelta): SetDelta => ({
  added: union(difference(first.added, then.removed), difference(then.added, first.removed)),
  removed: union(difference(first.removed, then.added), difference(then.removed, first.added)),
})

export const applyDelta = (set: HashSet, { added, removed }: SetDelta): HashSet =>
  union(difference(set, removed), added)
