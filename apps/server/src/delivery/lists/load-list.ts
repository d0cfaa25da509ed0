import { createHash } from 'node:crypto'
import { bytesOf, type HashList, type LargeList, type ListContent, mergeList, openListReader } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { Edge } from '../../edge/edge.ts'
import { type ListChange, recentChanges } from './list-changes.ts'

/** A version of a list, and the most recent changes that led to it, the latest last. */
export type LoadedList = { named: LargeList; list: HashList; changes: readonly ListChange[] }

/**
 * Loads a version of a list from the edge: only what changed, if an earlier version is loaded. If the result does not have
 * the SHA-256 that the bundle names, the whole list is read once more. It gives up its turn every few milliseconds.
 */
export const loadList = async (
  edge: Pick<Edge, 'readList'>,
  named: LargeList,
  known: LoadedList | undefined,
): Promise<LoadedList> => {
  const changed = known && (await attempt(edge, named, known))
  return changed ?? (await attempt(edge, named, undefined)) ?? Promise.reject(wrong(named))
}

const wrong = ({ list, version }: LargeList) => new Error(`what the edge has of ${list} is not its version ${version}`)

/** Returns undefined if the result is not the version that is named. */
const attempt = async (
  edge: Pick<Edge, 'readList'>,
  named: LargeList,
  known: LoadedList | undefined,
): Promise<LoadedList | undefined> => {
  const pieces = await edge.readList(named, known?.named.version ?? 0)
  if (!pieces) throw new Error(`the edge has no version ${named.version} of ${named.list}`)
  const content = await contentOf(pieces, Math.max(named.size, known?.named.size ?? 0))
  if (!content) return undefined
  const { from, version, added, removed } = content
  if (version !== named.version || (from !== 0 && from !== known?.named.version)) return undefined
  const list = from === 0 ? added : await inTurns(mergeList((known as LoadedList).list, { added, removed }))
  if (!list || list.high.length !== named.size || (await sha256Of(list)) !== named.sha256) return undefined
  const changes = from === 0 ? [] : recentChanges([...(known as LoadedList).changes, { from, added, removed }])
  return { named, list, changes }
}

/** Returns undefined if the bytes are not those of a list. What changed may be damaged in the edge, and the whole may not. */
const contentOf = async (pieces: AsyncIterable<Uint8Array>, maxHashes: number): Promise<ListContent | undefined> => {
  const reader = openListReader(maxHashes)
  for await (const piece of pieces) {
    if (!succeeds(() => reader.take(piece))) return undefined
    await giveTurn()
  }
  return succeeds(reader.end) ? reader.end() : undefined
}

const succeeds = (step: () => unknown): boolean => {
  try {
    step()
    return true
  } catch {
    return false
  }
}

const inTurns = async <Result>(work: Generator<void, Result>): Promise<Result> => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    await giveTurn()
  }
}

const sha256Of = async (list: HashList): Promise<string> => {
  const hash = createHash('sha256')
  for (const bytes of bytesOf(list)) {
    hash.update(bytes)
    await giveTurn()
  }
  return hash.digest('hex')
}
