import { compareAt, difference, emptySet, type HashSet, openSet, placeBefore, sizeOf, union } from './hash-set.ts'

/** What a version of a list has over the one before. */
export type SetDelta = { readonly added: HashSet; readonly removed: HashSet }

export const noDelta: SetDelta = { added: emptySet, removed: emptySet }

/** Several changes, one after the other, as one: what was added and removed again is in neither. */
export const foldDeltas = (first: SetDelta, then: SetDelta): SetDelta => ({
  added: union(difference(first.added, then.removed), difference(then.added, first.removed)),
  removed: union(difference(first.removed, then.added), difference(then.removed, first.added)),
})

/** The set after a change of it: all that is removed is in it, and nothing that is added. */
export const applyDelta = (set: HashSet, { added, removed }: SetDelta): HashSet => {
  const [addedSize, removedSize] = [sizeOf(added), sizeOf(removed)]
  if (addedSize + removedSize === 0) return set
  const made = openSet(sizeOf(set) + addedSize - removedSize, set.ids !== undefined)
  let [at, atAdded, atRemoved] = [0, 0, 0]
  while (atAdded < addedSize || atRemoved < removedSize) {
    const isAdded =
      atRemoved === removedSize || (atAdded < addedSize && compareAt(added, atAdded, removed, atRemoved) < 0)
    const place = isAdded ? placeBefore(set, at, added, atAdded) : placeBefore(set, at, removed, atRemoved)
    made.put(set, at, place)
    at = place
    if (isAdded) made.put(added, atAdded, ++atAdded)
    else {
      at++
      atRemoved++
    }
  }
  made.put(set, at, sizeOf(set))
  return made.close()
}
