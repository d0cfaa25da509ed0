import type { FindList, LargeList } from '@bunting/engine'
import type { Logger } from '../../base/log.ts'
import type { Edge } from '../../edge/edge.ts'
import type { ListCopies } from './list-copies.ts'
import { type LoadedList, loadList } from './load-list.ts'

export type HeldLists = {
  /** In just that version; undefined while it is not here. */
  find: FindList
  /** The version that is here, and the name of the one before it, which the edge has. */
  versionsOf(list: string): { loaded: LoadedList | undefined; former: LargeList | undefined }
  /** The bytes of the one before, as the edge has them; undefined where it has them no longer. */
  readFormer(former: LargeList): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Has the version brought here, and tells when it is. Of a list only what was wanted last is brought. */
  want(named: LargeList, whenHere: () => void): void
  /** Of those that it had, the lists that an environment names now; the others go. */
  keepOnly(owner: string, lists: ReadonlySet<string>): void
  bytes(): number
  close(): void
}

type Held = {
  owner: string
  loaded: LoadedList | undefined
  former: LargeList | undefined
  wanted: { named: LargeList; whenHere: () => void } | undefined
  isLoading: boolean
  retry: NodeJS.Timeout | undefined
}

const bytesPerHash = 8
/** How long until it is tried again, longer each time: a list comes to the edge a little after the bundle that names it. */
const retryMs = 200
const maxRetryMs = 30_000

/** The large lists that bundles name, each in its latest version. They are brought beside everything else. */
export const openHeldLists = (
  { edge, log, copies }: { edge: Pick<Edge, 'readList'>; log: Logger; copies: ListCopies | undefined },
  maxBytes: number,
): HeldLists => {
  const held = new Map<string, Held>()
  let isClosed = false

  const bytesOf = ({ loaded }: Held): number => bytesPerHash * (loaded?.named.size ?? 0)
  const bytes = (): number => held.values().reduce((sum, one) => sum + bytesOf(one), 0)

  /** Its own last version is needed until the next one is here, and then it goes. */
  const hasRoom = ({ list, size }: LargeList): boolean => {
    const own = held.get(list)
    return bytes() - (own ? bytesOf(own) : 0) + bytesPerHash * size <= maxBytes
  }

  /** The edge first; where it cannot be read, the copy on disk, if that is what is named. */
  const read = async (named: LargeList, known: LoadedList | undefined): Promise<LoadedList> => {
    try {
      const loaded = await loadList(edge, named, known)
      void copies?.remember(loaded).catch((error) => log.warn({ err: error }, 'no copy of a list can be kept on disk'))
      return loaded
    } catch (error) {
      if (!copies || known) throw error
      return await loadList({ readList: async () => copies.recall(named) }, named, undefined).catch(() => {
        throw error
      })
    }
  }

  const load = async (one: Held, tries: number): Promise<void> => {
    if (one.isLoading || !one.wanted || isClosed) return
    const { named, whenHere } = one.wanted
    if (!hasRoom(named)) {
      const { list, size } = named
      log.error(
        { list, size, megabytes: maxBytes / 1024 ** 2 },
        'BUNTING_LISTS_MEGABYTES has no room for a list: flags that need it answer ERROR, or as they did before',
      )
      one.wanted = undefined
      return
    }
    one.isLoading = true
    try {
      const loaded = await read(named, one.loaded)
      one.isLoading = false
      if (held.get(named.list) !== one || isClosed) return
      one.former = one.loaded?.named
      one.loaded = loaded
      if (one.wanted.named.version === named.version) one.wanted = undefined
      whenHere()
      void load(one, 0)
    } catch (error) {
      one.isLoading = false
      if (held.get(named.list) !== one || isClosed) return
      const waitMs = Math.min(maxRetryMs, retryMs * 1.5 ** tries)
      log.warn({ err: error, list: named.list, version: named.version }, 'a list cannot be read now; it is tried again')
      one.retry = setTimeout(() => void load(one, tries + 1), waitMs).unref()
    }
  }

  const entryOf = (list: string): Held => {
    const known = held.get(list)
    if (known) return known
    const fresh: Held = {
      owner: '',
      loaded: undefined,
      former: undefined,
      wanted: undefined,
      isLoading: false,
      retry: undefined,
    }
    held.set(list, fresh)
    return fresh
  }

  return {
    find: ({ list, version, sha256 }) => {
      const loaded = held.get(list)?.loaded
      return loaded?.named.version === version && loaded.named.sha256 === sha256 ? loaded.list : undefined
    },
    versionsOf: (list) => ({ loaded: held.get(list)?.loaded, former: held.get(list)?.former }),
    readFormer: (former) => edge.readList(former, 0),
    want: (named, whenHere) => {
      const one = entryOf(named.list)
      clearTimeout(one.retry)
      one.wanted = { named, whenHere }
      void load(one, 0)
    },
    keepOnly: (owner, lists) => {
      for (const list of lists) entryOf(list).owner = owner
      for (const [list, one] of held) {
        if (one.owner !== owner || lists.has(list)) continue
        clearTimeout(one.retry)
        held.delete(list)
        void copies?.forget(list).catch(() => undefined)
      }
    },
    bytes,
    close: () => {
      isClosed = true
      for (const one of held.values()) clearTimeout(one.retry)
    },
  }
}
