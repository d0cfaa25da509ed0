import type { ChangedIds } from '@bunting/contract'
import type { LargeList } from '@bunting/engine'
import { openScratchFile } from '../../base/scratch-file.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'
import type { PartKind } from '../../store/core/schema.ts'
import { readList } from '../../store/lists/read-list.ts'
import type { Tables } from '../../store/store.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import type { ListVersion, SegmentPlace } from '../../store/tables/segment-versions.ts'
import { type IdsOperation, mergeIds } from './merge-ids.ts'
import { hashesPerPart, openPartsWriter, type PartsWriter } from './parts-writer.ts'

/** What somebody wants done to a list. */
export type IdsChange = {
  op: IdsOperation
  keepIds: boolean
  /** In order, each once; can be asked for again. */
  sets: () => AsyncIterator<HashSet>
  /** As many as came, repeated ones too. */
  count: number
}

/** What becomes of a list, worked out and kept aside. */
export type PreparedChange = {
  /** The version that it goes on from; 0 for none. */
  from: number
  changed: ChangedIds
  /** Undefined where nothing changes. */
  next: Omit<ListVersion, 'id'> | undefined
  /** Writes the parts of the next version. */
  write(tx: Pick<Tables, 'listParts'>): Promise<void>
  close(): Promise<void>
}

/** As many versions, or a tenth of the list, are changes to a whole one at most: so reading it never takes much longer. */
const maxDeltas = 64
const maxShare = 10

/**
 * Works out what a change makes of the latest version, without changing anything: for that of ten million ids the database
 * is held up only while it is written down.
 */
export const prepareChange = async (
  reading: Pick<Tables, 'listParts' | 'segmentVersions'>,
  place: SegmentPlace,
  list: KnownList,
  { op, keepIds, sets, count }: IdsChange,
): Promise<PreparedChange> => {
  const latest = await reading.segmentVersions.latestList(place)
  const before = latest?.large.size ?? 0
  const since = latest ? await reading.segmentVersions.changedSince(place, latest.base) : { versions: 0, hashes: 0 }
  const isFar = (changed: number): boolean =>
    !latest || since.versions + 1 >= maxDeltas || maxShare * (since.hashes + changed) > before
  const scratch = openScratchFile()
  try {
    // What it may come to, at most: then the whole is written down on the way.
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
    const isWhole = mayBeWhole && (size <= hashesPerPart || isFar(changes))
    const isNew = changes > 0
    const large: LargeList = { list: list.id, version: version + 1, size, salt: list.salt, sha256 }
    const written: [PartKind, PartsWriter][] = isWhole ? [['whole', next]] : []
    // A change that is most of the list is no help to whoever has the one before.
    if (latest && 2 * changes <= size) written.push(['added', added], ['removed', removed])
    else if (!isWhole) written.push(['added', added], ['removed', removed])

    return {
      from: version,
      changed: {
        version: isNew ? version + 1 : version,
        size,
        added: added.size(),
        removed: removed.size(),
        unchanged,
      },
      next: isNew
        ? { large, base: isWhole || !latest ? version + 1 : latest.base, added: added.size(), removed: removed.size() }
        : undefined,
      write: async ({ listParts }) => {
        for (const [kind, writer] of written) {
          for await (const part of writer.parts()) {
            await listParts.insert({ ownerId: list.id, version: version + 1, kind }, part)
          }
        }
        // The version before can still be asked for, and no other.
        if (latest) await listParts.forgetWhole(list.id, latest.base)
      },
      close: scratch.close,
    }
  } catch (error) {
    await scratch.close()
    throw error
  }
}

async function* none(): AsyncGenerator<HashSet> {}
