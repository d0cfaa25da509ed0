import type { HashList } from '@bunting/engine'
import { foldDeltas, noDelta } from '../../rules/lists/fold-deltas.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'

/** The changes to a list since version `from`. */
export type ListChange = { from: number; added: HashList; removed: HashList }

/** The maximum numbers of changes and hashes (half a megabyte) that are kept for callers that missed some changes. */
const maxChanges = 64
const maxHashes = 65_536

/** Returns the most recent of consecutive changes, within the limits. The latest is always included. */
export const recentChanges = (changes: readonly ListChange[]): readonly ListChange[] => {
  let first = changes.length - 1
  for (let hashes = sizeOf(changes[first]); first > 0 && changes.length - first < maxChanges; first--) {
    hashes += sizeOf(changes[first - 1])
    if (hashes > maxHashes) break
  }
  return changes.slice(first)
}

const sizeOf = (change: ListChange | undefined): number =>
  change ? change.added.high.length + change.removed.high.length : 0

/** Merges all changes since a version into one; returns undefined if none of them starts at that version. */
export const changeSince = (changes: readonly ListChange[], from: number): ListChange | undefined => {
  const since = changes.slice(changes.findLastIndex((change) => change.from === from))
  if (since[0]?.from !== from) return undefined
  if (since.length === 1) return since[0]
  const deltas = since.map(({ added, removed }) => ({ added: setOf(added), removed: setOf(removed) }))
  const { added, removed } = deltas.reduce(foldDeltas, noDelta)
  return { from, added: listOf(added), removed: listOf(removed) }
}

const setOf = ({ high, low }: HashList): HashSet => {
  const words = new Uint32Array(2 * high.length)
  for (let at = 0; at < high.length; at++) {
    words[2 * at] = high[at] as number
    words[2 * at + 1] = low[at] as number
  }
  return { words }
}

const listOf = ({ words }: HashSet): HashList => ({
  high: words.filter((_, at) => at % 2 === 0),
  low: words.filter((_, at) => at % 2 === 1),
})
