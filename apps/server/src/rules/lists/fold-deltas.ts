import { setIn } from './hash-bytes.ts'
import {
  compareAt,
  difference,
  emptySet,
  type HashSet,
  halfAt,
  openSet,
  placeBefore,
  sizeOf,
  union,
} from './hash-set.ts'

/** The changes of a version of a list since the one before. */
export type SetDelta = { readonly added: HashSet; readonly removed: HashSet }

export const noDelta: SetDelta = { added: emptySet, removed: emptySet }

/** Two changes, one after the other, as one. A hash that was added and removed again is in neither set. */
export const foldDeltas = (first: SetDelta, then: SetDelta): SetDelta => ({
  added: union(difference(first.added, then.removed), difference(then.added, first.removed)),
  removed: union(difference(first.removed, then.added), difference(then.removed, first.added)),
})

/** The set after a change of it: all that is removed is in it, and nothing that is added. */
export const applyDelta = (set: HashSet, delta: SetDelta): HashSet => {
  const [addedSize, removedSize] = [sizeOf(delta.added), sizeOf(delta.removed)]
  if (addedSize + removedSize === 0) return set
  const size = sizeOf(set) + addedSize - removedSize
  const made = set.bytes && !set.ids ? openBytes(size) : openSet(size, set.ids !== undefined)
  const { added, removed } = delta
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

/** Takes runs of sets as bytes, in order, into a new set. */
const openBytes = (size: number): ReturnType<typeof openSet> => {
  const bytes = Buffer.allocUnsafe(8 * size)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let end = 0
  return {
    put: (from, start, stop) => {
      if (from.bytes) {
        bytes.set(from.bytes.subarray(8 * start, 8 * stop), end)
        end += 8 * (stop - start)
      } else for (let half = 2 * start; half < 2 * stop; half++, end += 4) view.setUint32(end, halfAt(from, half))
    },
    close: () => setIn(bytes),
  }
}
