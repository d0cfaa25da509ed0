import type { HashList } from '@bunting/engine'
import { foldDeltas, noDelta } from '../../rules/lists/fold-deltas.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'

/** What changed in a list since version `from`. */
export type ListChange = { from: number; added: HashList; removed: HashList }

/** Changes are kept for callers that missed some: up to so many, and so many hashes, which are half a megabyte. */
const maxChanges = 64
const maxHashes = 65_536

/** The last of some changes that follow each other. The latest is always among them. */
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

/** All changes since a version as one; undefined if that version is not among those that they lead from. */
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
