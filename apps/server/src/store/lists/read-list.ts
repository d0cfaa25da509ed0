import { giveTurn } from '../../base/give-turn.ts'
import { applyDelta, foldDeltas, noDelta, type SetDelta } from '../../rules/lists/fold-deltas.ts'
import { lastOf, setIn } from '../../rules/lists/hash-bytes.ts'
import { emptySet, type HashSet, openSet, placeIn, sizeOf, slice } from '../../rules/lists/hash-set.ts'
import type { Tables } from '../store.ts'
import type { ListPart, PartOwner } from '../tables/list-parts.ts'
import type { ListVersion } from '../tables/list-versions.ts'

type Reading = Pick<Tables, 'listParts'>

const setOf = ({ hashes, ids }: Pick<ListPart, 'hashes' | 'ids'>): HashSet =>
  setIn(hashes, ids ? (JSON.parse(Buffer.from(ids).toString()) as string[]) : undefined)

/** Parts one after the other. The next one is on its way while one is worked on. */
export async function* readParts({ listParts }: Reading, owner: PartOwner): AsyncGenerator<HashSet> {
  let next = listParts.read(owner, 0)
  for (let seq = 1; ; seq++) {
    const part = await next
    if (!part) return
    next = listParts.read(owner, seq)
    // Whoever goes no further does not wait for it.
    next.catch(() => undefined)
    yield setOf(part)
  }
}

/**
 * The hashes of a version of a list, in order and in sets of about equal size: those of the version whose parts are whole,
 * with the changes of the versions since then.
 */
export async function* readList(
  reading: Reading,
  { chain: [whole, ...changes] }: ListVersion,
): AsyncGenerator<HashSet> {
  let left = await readDelta(reading, changes)
  for await (const set of readParts(reading, { ownerId: whole, kind: 'whole' })) {
    const { high, low } = lastOf(set)
    const here = upTo(left, high, low)
    left = here.after
    yield applyDelta(set, here.before)
  }
  if (sizeOf(left.added) > 0) yield left.added
}

/** The changes of versions that follow each other, as one. */
export const readDelta = async (reading: Reading, ownerIds: readonly string[]): Promise<SetDelta> => {
  let delta = noDelta
  for (const ownerId of ownerIds) {
    const added = await readAll(readParts(reading, { ownerId, kind: 'added' }))
    const removed = await readAll(readParts(reading, { ownerId, kind: 'removed' }))
    delta = foldDeltas(delta, { added, removed })
    await giveTurn()
  }
  return delta
}

const readAll = async (sets: AsyncGenerator<HashSet>): Promise<HashSet> => {
  const all: HashSet[] = []
  for await (const set of sets) all.push(set)
  if (all.length < 2) return all[0] ?? emptySet
  const size = all.reduce((sum, set) => sum + sizeOf(set), 0)
  const made = openSet(size, all[0]?.ids !== undefined)
  for (const set of all) made.put(set, 0, sizeOf(set))
  return made.close()
}

/** What of a delta is at a hash or before it, and what is after. */
const upTo = ({ added, removed }: SetDelta, high: number, low: number): { before: SetDelta; after: SetDelta } => {
  const [inAdded, inRemoved] = [endOf(added, high, low), endOf(removed, high, low)]
  return {
    before: { added: slice(added, 0, inAdded), removed: slice(removed, 0, inRemoved) },
    after: { added: slice(added, inAdded, sizeOf(added)), removed: slice(removed, inRemoved, sizeOf(removed)) },
  }
}

const endOf = (set: HashSet, high: number, low: number): number => {
  const place = placeIn(set, high, low)
  const isThere = set.words[2 * place] === high && set.words[2 * place + 1] === low
  return isThere ? place + 1 : place
}
