import { listHead } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import { bytesOfSet } from '../../rules/lists/hash-bytes.ts'
import { sizeOf } from '../../rules/lists/hash-set.ts'
import { readDelta, readList } from '../../store/lists/read-list.ts'
import type { Store } from '../../store/store.ts'
import type { ListVersion } from '../../store/tables/segment-versions.ts'

type Reading = Pick<Store, 'listParts' | 'segmentVersions'>

/** More of them are read no faster than the whole. */
const maxVersions = 64

/**
 * A version of a list as its bytes: what it has over the version that somebody has, or the whole where that is not known
 * or as much. Undefined where there is no such version, or no longer.
 */
export const listBytes = async (
  reading: Reading,
  list: string,
  version: number,
  from: number,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const found = await reading.segmentVersions.findByList(list, version)
  if (!found) return undefined
  if (from === version) return deltaBytes(reading, found, from)
  if (from > 0 && (await isDeltaWorth(reading, found, from))) return deltaBytes(reading, found, from)
  const owner = { ownerId: list, version: found.base, kind: 'whole' } as const
  if (found.large.size > 0 && !(await reading.listParts.read(owner, 0))) return undefined
  return wholeBytes(reading, found)
}

const isDeltaWorth = async (reading: Reading, { large }: ListVersion, from: number): Promise<boolean> => {
  if (from > large.version || large.version - from > maxVersions) return false
  let changed = 0
  for (let version = from + 1; version <= large.version; version++) {
    const one = await reading.segmentVersions.findByList(large.list, version)
    if (!one || !hasDelta(one)) return false
    changed += one.added + one.removed
  }
  return 2 * changed <= large.size
}

/** What changed most of a list was written down as the whole alone. */
const hasDelta = ({ base, large, added, removed }: ListVersion): boolean =>
  base !== large.version || 2 * (added + removed) <= large.size

async function* deltaBytes(reading: Reading, { large }: ListVersion, from: number): AsyncGenerator<Uint8Array> {
  const { added, removed } = await readDelta(reading, large.list, from, large.version)
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
