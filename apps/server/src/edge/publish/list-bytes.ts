import { listHead } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import { bytesOfSet } from '../../rules/lists/hash-bytes.ts'
import { sizeOf } from '../../rules/lists/hash-set.ts'
import { readDelta, readList } from '../../store/lists/read-list.ts'
import type { Store } from '../../store/store.ts'
import type { ListVersion } from '../../store/tables/list-versions.ts'
import type { NamedList } from '../edge.ts'

type Reading = Pick<Store, 'listParts' | 'listVersions'>

/** The most versions whose changes are read: with more, the whole list is read as fast. */
const maxVersions = 64

/**
 * A version of a list as its bytes: the changes since version `from`, or the whole list if those are unknown or as long.
 * Undefined if there is no such version, or no longer.
 */
export const listBytes = async (
  reading: Reading,
  { list, version, sha256 }: NamedList,
  from: number,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const found = await reading.listVersions.findByList(list, version)
  if (found?.large.sha256 !== sha256) return undefined
  const changes = from > 0 ? await changesSince(reading, found, from) : undefined
  if (changes) return deltaBytes(reading, found, from, changes)
  if (found.large.size > 0 && !(await reading.listParts.has(found.chain[0], ['whole']))) return undefined
  return wholeBytes(reading, found)
}

/** The ids of the versions after `from`; undefined if a change is unknown, or all together are no shorter than the list. */
const changesSince = async (
  reading: Reading,
  { large }: ListVersion,
  from: number,
): Promise<readonly string[] | undefined> => {
  if (from > large.version || large.version - from > maxVersions) return undefined
  const versions: ListVersion[] = []
  for (let version = from + 1; version <= large.version; version++) {
    const one = await reading.listVersions.findByList(large.list, version)
    if (!one || !hasDelta(one)) return undefined
    versions.push(one)
  }
  const changed = versions.reduce((sum, { added, removed }) => sum + added + removed, 0)
  return 2 * changed <= large.size ? versions.map(({ id }) => id) : undefined
}

/** Tells whether a version has its changes stored: one that changed most of a list is stored only as the whole. */
const hasDelta = ({ chain, large, added, removed }: ListVersion): boolean =>
  chain.length > 1 || 2 * (added + removed) <= large.size

async function* deltaBytes(
  reading: Reading,
  { large }: ListVersion,
  from: number,
  changes: readonly string[],
): AsyncGenerator<Uint8Array> {
  const { added, removed } = await readDelta(reading, changes)
  yield listHead(from, large.version, sizeOf(added), sizeOf(removed))
  yield bytesOfSet(added)
  yield bytesOfSet(removed)
}

async function* wholeBytes(reading: Reading, found: ListVersion): AsyncGenerator<Uint8Array> {
  yield listHead(0, found.large.version, found.large.size, 0)
  for await (const set of readList(reading, found)) {
    yield bytesOfSet(set)
    await giveTurn()
  }
}
