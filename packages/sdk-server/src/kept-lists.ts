import { bytesOf, type LargeList, listHead, openListReader } from '@bunting/engine'
import { asFlagsError, type FlagsError, pause } from '@bunting/sdk-core'
import type { KnownList } from './connection/fetch-list.ts'
import type { ListCache } from './options.ts'

/** The pace of writing: a list is written whole, and one of ten million ids is 80 MB. */
const bytesPerMs = 10_000

export type KeptLists = ReturnType<typeof openKeptLists>

/** Writes large lists to the cache, one after the other. A failure is reported and has no other effect. */
export const openKeptLists = (
  cache: ListCache | undefined,
  timing: number,
  signal: AbortSignal,
  onError: (error: FlagsError) => void,
) => {
  const waiting = new Map<string, KnownList>()
  let writing: Promise<void> | undefined

  const failed = (thrown: unknown): void => onError(asFlagsError('CACHE', 'A list cannot be kept', thrown))

  const writeAll = async (): Promise<void> => {
    for (const [list, known] of waiting) {
      waiting.delete(list)
      await cache?.write(list, bytesIn(known)).catch(failed)
      await pause(((8 * known.named.size) / bytesPerMs) * timing, signal)
    }
    writing = undefined
  }

  return {
    /** Reads any version that was kept: whether it is the one that is named shows by its hash. */
    read: async (named: LargeList): Promise<KnownList | undefined> => {
      try {
        const bytes = await cache?.read(named.list)
        return bytes && (await listIn(bytes, named))
      } catch (thrown) {
        failed(thrown)
        return undefined
      }
    },
    /** Writes a version. Of those that come while another is written only the last is written. */
    keep: (known: KnownList): void => {
      if (!cache) return
      waiting.set(known.named.list, known)
      writing ??= writeAll()
    },
    remove: (list: string): void => {
      waiting.delete(list)
      cache?.remove(list).catch(failed)
    },
    close: async (): Promise<void> => writing,
  }
}

/** A list that was kept may have more hashes than the version that is named now. */
const maxHashes = 10_000_000

const listIn = async (bytes: AsyncIterable<Uint8Array>, named: LargeList): Promise<KnownList | undefined> => {
  const reader = openListReader(Math.max(named.size, maxHashes))
  for await (const part of bytes) reader.take(part)
  const { from, version, added } = reader.end()
  return from === 0 ? { named: { ...named, version, size: added.high.length }, list: added } : undefined
}

function* bytesIn({ named, list }: KnownList): Generator<Uint8Array> {
  yield listHead(0, named.version, named.size, 0)
  yield* bytesOf(list)
}
