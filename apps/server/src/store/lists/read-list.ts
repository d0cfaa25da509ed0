import { applyDelta, foldDeltas, noDelta, type SetDelta } from '../../rules/lists/fold-deltas.ts'
import { wordsIn } from '../../rules/lists/hash-bytes.ts'
import { emptySet, type HashSet, placeIn, sizeOf, slice } from '../../rules/lists/hash-set.ts'
import type { Tables } from '../store.ts'
import type { ListPart, PartOwner } from '../tables/list-parts.ts'
import type { ListVersion } from '../tables/segment-versions.ts'

type Reading = Pick<Tables, 'listParts'>

const setOf = ({ hashes, ids }: Pick<ListPart, 'hashes' | 'ids'>): HashSet => ({
  words: wordsIn(hashes),
  ...(ids && { ids: JSON.parse(Buffer.from(ids).toString()) as string[] }),
})

/** Parts one after the other, each read when it is its turn. */
export async function* readParts({ listParts }: Reading, owner: PartOwner): AsyncGenerator<HashSet> {
  for (let seq = 0; ; seq++) {
    const part = await listParts.read(owner, seq)
    if (!part) return
    yield setOf(part)
  }
}

/**
 * What a list has in a version, in order and in sets of about equal size: the version whose parts are whole, with what the
 * versions since then changed.
 */
export async function* readList(reading: Reading, { large, base }: ListVersion): AsyncGenerator<HashSet> {
  let left = await readDelta(reading, large.list, base, large.version)
  for await (const set of readParts(reading, { ownerId: large.list, version: base, kind: 'whole' })) {
    const [high, low] = [set.words.at(-2) as number, set.words.at(-1) as number]
    const here = upTo(left, high, low)
    left = here.after
    yield applyDelta(set, here.before)
  }
  if (sizeOf(left.added) > 0) yield left.added
}

/** What the versions after one and up to another changed together. */
export const readDelta = async (
  reading: Reading,
  ownerId: string,
  after: number,
  version: number,
): Promise<SetDelta> => {
  let delta = noDelta
  for (let each = after + 1; each <= version; each++) {
    const added = await readAll(readParts(reading, { ownerId, version: each, kind: 'added' }))
    const removed = await readAll(readParts(reading, { ownerId, version: each, kind: 'removed' }))
    delta = foldDeltas(delta, { added, removed })
  }
  return delta
}

const readAll = async (sets: AsyncGenerator<HashSet>): Promise<HashSet> => {
  const all: HashSet[] = []
  for await (const set of sets) all.push(set)
  if (all.length < 2) return all[0] ?? emptySet
  const words = new Uint32Array(all.reduce((length, set) => length + set.words.length, 0))
  let end = 0
  for (const set of all) {
    words.set(set.words, end)
    end += set.words.length
  }
  return { words, ...(all[0]?.ids && { ids: all.flatMap(({ ids = [] }) => ids) }) }
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
