import type { ChangedIds, SegmentVersionId } from '@bunting/contract'
import type { LargeList } from '@bunting/engine'
import { openScratchFile } from '../../base/scratch-file.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'
import type { PartKind } from '../../store/core/schema.ts'
import { ListGone, readList } from '../../store/lists/read-list.ts'
import type { Tables } from '../../store/store.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import type { ListVersion } from '../../store/tables/list-versions.ts'
import type { SegmentPlace } from '../../store/tables/segment-versions.ts'
import { type IdsOperation, mergeIds } from './merge-ids.ts'
import { hashesPerPart, openPartsWriter, type PartsWriter } from './parts-writer.ts'
import { Overtaken, type Parts } from './stage-parts.ts'

/** A change of a list that a caller asks for. */
export type IdsChange = {
  op: IdsOperation
  keepIds: boolean
  /** The hashes in order, each once. Can be called again. */
  sets: () => AsyncIterator<HashSet>
  /** The number of ids that were sent, repeated ones included. */
  count: number
}

/** A change that is worked out, and kept in a scratch file. */
export type PreparedChange = {
  /** The version that it builds on; 0 if there was none. */
  from: number
  changed: ChangedIds
  /** The next version; undefined if nothing changes. */
  next: (ListVersion & { parts: Parts; historyBytes: number }) | undefined
  /** The version whose whole parts nothing is read from once the next version exists. */
  superseded: SegmentVersionId | undefined
  close(): Promise<void>
}

/** A list is read as a whole version and the changes since: at most so many, and together at most a tenth of the list. */
const maxDeltas = 64
const maxShare = 10

/** Works out what a change makes of the latest version, without changing anything. Fails with `Overtaken` if that is gone. */
export const prepareChange = async (
  { store: reading, newId, scratchDir }: Pick<Deps, 'store' | 'newId' | 'scratchDir'>,
  place: SegmentPlace,
  list: KnownList,
  { op, keepIds, sets, count }: IdsChange,
): Promise<PreparedChange> => {
  const latest = await reading.listVersions.latest(place)
  const before = latest?.large.size ?? 0
  const changesSoFar = latest?.chain.slice(1) ?? []
  const hashesSoFar = await reading.listVersions.hashesChangedBy(changesSoFar)
  const isFar = (changed: number): boolean =>
    !latest || changesSoFar.length + 1 >= maxDeltas || maxShare * (hashesSoFar + changed) > before
  const scratch = openScratchFile(scratchDir)
  try {
    // If the change may be large enough that the whole list has to be written, it is written on the way.
    const mayBeWhole = op === 'replace' || before + count <= hashesPerPart || isFar(count)
    const next = openPartsWriter(mayBeWhole ? scratch : undefined, keepIds)
    const added = openPartsWriter(scratch, keepIds)
    const removed = openPartsWriter(scratch, false)
    const current = latest ? readList(reading, latest) : none()
    const sha256 = await mergeIds(op, current, sets(), { next, added, removed })

    const version = latest?.large.version ?? 0
    const changes = added.size() + removed.size()
    const size = next.size()
    const unchanged = count - (op === 'remove' ? removed.size() : added.size())
    const isWhole = !latest || (mayBeWhole && (size <= hashesPerPart || isFar(changes)))
    const isNew = changes > 0
    const large: LargeList = { list: list.id, version: version + 1, size, salt: list.salt, sha256 }
    // A change that is most of the list is no shorter than the list, so it is not stored by itself.
    const hasDelta = !isWhole || (latest !== undefined && 2 * changes <= size)
    const written: [PartKind, PartsWriter][] = [
      ...(isWhole ? [['whole', next] as [PartKind, PartsWriter]] : []),
      ...(hasDelta
        ? ([
            ['added', added],
            ['removed', removed],
          ] as [PartKind, PartsWriter][])
        : []),
    ]
    const historyBytes = hasDelta ? added.bytes() + removed.bytes() : 0
    const counts = { added: added.size(), removed: removed.size() }
    const id = newId('segmentVersion')
    const chain: ListVersion['chain'] = isWhole || !latest ? [id] : [...latest.chain, id]

    return {
      from: version,
      changed: { version: isNew ? version + 1 : version, size, ...counts, unchanged },
      next: isNew ? { id, large, chain, ...counts, parts: partsOf(id, written), historyBytes } : undefined,
      superseded: latest && (await supersededBy(reading, place, latest)),
      close: scratch.close,
    }
  } catch (error) {
    await scratch.close()
    throw error instanceof ListGone ? new Overtaken() : error
  }
}

/** The latest version can still be asked for once there is a next one; the version before it no longer. */
const supersededBy = async (
  { listVersions }: Pick<Tables, 'listVersions'>,
  place: SegmentPlace,
  latest: ListVersion,
): Promise<SegmentVersionId | undefined> => {
  const former = await listVersions.find(place, latest.large.version - 1)
  return former && former.chain[0] !== latest.chain[0] ? former.chain[0] : undefined
}

const partsOf = (ownerId: string, written: readonly [PartKind, PartsWriter][]): Parts => ({
  ownerId,
  bytes: written.reduce((sum, [, writer]) => sum + writer.bytes(), 0),
  read: async function* () {
    for (const [kind, writer] of written) for await (const part of writer.parts()) yield { kind, part }
  },
})

async function* none(): AsyncGenerator<HashSet> {}
