import { giveTurn } from '../../base/give-turn.ts'
import { applyDelta, foldDeltas, noDelta, type SetDelta } from '../../rules/lists/fold-deltas.ts'
import { lastOf, setIn } from '../../rules/lists/hash-bytes.ts'
import { emptySet, type HashSet, isHashAt, openSet, placeIn, sizeOf, slice } from '../../rules/lists/hash-set.ts'
import type { PartKind } from '../core/schema.ts'
import type { Tables } from '../store.ts'
import type { PartContent, PartOwner } from '../tables/list-parts.ts'
import type { ListVersion } from '../tables/list-versions.ts'

type Reading = Pick<Tables, 'listParts'>

/** Parts of the version were deleted while it was read: it is not one of the last two any more. */
export class ListGone extends Error {}

const setOf = ({ hashes, ids }: PartContent): HashSet =>
  setIn(hashes, ids ? (JSON.parse(Buffer.from(ids).toString()) as string[]) : undefined)

/** The parts of one read, a megabyte. Ids may take forty times as much, so parts that have them are read one at a time. */
const partsAtOnce = 4
/** The reads that are under way while the caller works on the parts of another. */
const readsAhead = 2

/** Reads parts one after the other, until there are no more or some are gone. The next ones are read ahead. */
export async function* readParts({ listParts }: Reading, owner: PartOwner): AsyncGenerator<HashSet> {
  const [first] = await listParts.read(owner, 0, 1)
  if (!first) return
  const limit = first.ids ? 1 : partsAtOnce
  let from = 1
  const begin = (): Promise<PartContent[]> => {
    const read = listParts.read(owner, from, limit)
    // A caller that stops here does not wait for it.
    read.catch(() => undefined)
    from += limit
    return read
  }
  const reads = Array.from({ length: readsAhead }, begin)
  yield setOf(first)
  for (let isOver = false; !isOver; ) {
    const parts = (await reads.shift()) ?? []
    isOver = parts.length < limit
    if (!isOver) reads.push(begin())
    for (const part of parts) yield setOf(part)
  }
}

/**
 * The hashes of a version of a list, in order and in sets of about equal size: those of the last version that is stored
 * whole, with the changes of the versions since then. Fails with `ListGone` rather than being taken for a shorter list.
 */
export async function* readList(
  reading: Reading,
  { large, chain: [whole, ...changes] }: ListVersion,
): AsyncGenerator<HashSet> {
  let size = 0
  let left = await readDelta(reading, changes)
  for await (const set of readParts(reading, { ownerId: whole, kind: 'whole' })) {
    const { high, low } = lastOf(set)
    const here = upTo(left, high, low)
    left = here.after
    const next = applyDelta(set, here.before)
    size += sizeOf(next)
    yield next
  }
  if (size + sizeOf(left.added) !== large.size) throw new ListGone(`parts of ${large.list} are gone`)
  if (sizeOf(left.added) > 0) yield left.added
}

/** The number of versions whose changes are read at once. Each is at most a tenth of its list. */
const versionsAtOnce = 8

/** The changes of versions that follow each other, as one. */
export const readDelta = async (reading: Reading, ownerIds: readonly string[]): Promise<SetDelta> => {
  let delta = noDelta
  for (let at = 0; at < ownerIds.length; at += versionsAtOnce) {
    const some = ownerIds.slice(at, at + versionsAtOnce)
    const parts = await reading.listParts.changesOf(some)
    for (const owner of some) {
      const setOfKind = (kind: PartKind) =>
        joined(parts.filter((part) => part.ownerId === owner && part.kind === kind).map(setOf))
      delta = foldDeltas(delta, { added: setOfKind('added'), removed: setOfKind('removed') })
      await giveTurn()
    }
  }
  return delta
}

const joined = (sets: readonly HashSet[]): HashSet => {
  if (sets.length < 2) return sets[0] ?? emptySet
  const size = sets.reduce((sum, set) => sum + sizeOf(set), 0)
  const made = openSet(size, sets[0]?.ids !== undefined)
  for (const set of sets) made.put(set, 0, sizeOf(set))
  return made.close()
}

/** Splits a delta into the hashes up to and including one, and those after it. */
const upTo = ({ added, removed }: SetDelta, high: number, low: number): { before: SetDelta; after: SetDelta } => {
  const [inAdded, inRemoved] = [endOf(added, high, low), endOf(removed, high, low)]
  return {
    before: { added: slice(added, 0, inAdded), removed: slice(removed, 0, inRemoved) },
    after: { added: slice(added, inAdded, sizeOf(added)), removed: slice(removed, inRemoved, sizeOf(removed)) },
  }
}

const endOf = (set: HashSet, high: number, low: number): number => {
  const place = placeIn(set, high, low)
  return isHashAt(set, place, high, low) ? place + 1 : place
}
