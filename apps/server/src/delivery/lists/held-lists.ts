import type { FindList, LargeList } from '@bunting/engine'
import type { Logger } from '../../base/log.ts'
import type { Edge } from '../../edge/edge.ts'
import type { ListCopies } from './list-copies.ts'
import { type LoadedList, loadList } from './load-list.ts'

export type HeldLists = {
  /** The list in exactly the version that is named; undefined while that is not loaded. */
  find: FindList
  /** The version that is loaded, and the name of the one before it, which the edge still has. */
  versionsOf(list: string): { loaded: LoadedList | undefined; former: LargeList | undefined }
  /** The bytes of the version before, from the edge; undefined if it has them no longer. */
  readFormer(former: LargeList): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Loads a version, and calls back when it is loaded. Of each list only the version wanted last is loaded. */
  want(named: LargeList, whenHere: () => void): void
  /** Drops the lists of an environment that it does not name any more. */
  keepOnly(owner: string, lists: ReadonlySet<string>): void
  close(): void
}

type Held = {
  owner: string
  loaded: LoadedList | undefined
  former: LargeList | undefined
  wanted: { named: LargeList; whenHere: () => void } | undefined
  loading: LargeList | undefined
  /** The version that is wanted, if there is no room for it. */
  refused: LargeList | undefined
  retry: NodeJS.Timeout | undefined
}

const bytesPerHash = 8
/** The wait before another try, longer each time. A list comes to the edge milliseconds after the bundle that names it. */
const retryMs = 20
const maxRetryMs = 30_000
/** The try from which on a failure is logged, after two seconds: the whole of a large list takes about as long to come. */
const loggedTry = 10

/** The large lists that bundles name, each in its latest version. They are loaded in the background. */
export const openHeldLists = (
  { edge, log, copies }: { edge: Pick<Edge, 'readList'>; log: Logger; copies: ListCopies | undefined },
  maxBytes: number,
): HeldLists => {
  const held = new Map<string, Held>()
  let isClosed = false

  const bytesOf = (named: LargeList | undefined): number => bytesPerHash * (named?.size ?? 0)

  /** Counts the larger of the loaded and the loading version of every other list. The list's own old version will be replaced. */
  const hasRoom = (named: LargeList): boolean => {
    const others = held.entries().filter(([list]) => list !== named.list)
    const taken = others.map(([, { loaded, loading }]) => Math.max(bytesOf(loaded?.named), bytesOf(loading)))
    return taken.reduce((sum, each) => sum + each, bytesOf(named)) <= maxBytes
  }

  /** Reads from the edge, or, if that fails, the copy on disk, provided that it is the version that is named. */
  const read = async (named: LargeList, known: LoadedList | undefined): Promise<LoadedList> => {
    try {
      const loaded = await loadList(edge, named, known)
      copies?.remember(loaded)
      return loaded
    } catch (error) {
      if (!copies || known) throw error
      return await loadList({ readList: async () => copies.recall(named) }, named, undefined).catch(() => {
        throw error
      })
    }
  }

  const sayRefused = ({ list, size }: LargeList): void =>
    log.error(
      { list, size, megabytes: maxBytes / 1024 ** 2 },
      'BUNTING_LISTS_MEGABYTES has no room for a list: flags that need it answer ERROR, or as they did before',
    )

  /** Loads the lists for which there is room now. */
  const loadRefused = (): void => {
    for (const one of held.values()) if (one.refused) void load(one, 0)
  }

  const load = async (one: Held, tries: number): Promise<void> => {
    if (one.loading || !one.wanted || isClosed) return
    const { named, whenHere } = one.wanted
    if (!hasRoom(named)) {
      if (one.refused?.sha256 !== named.sha256) sayRefused(named)
      one.refused = named
      return
    }
    one.refused = undefined
    one.loading = named
    try {
      const loaded = await read(named, one.loaded)
      one.loading = undefined
      if (held.get(named.list) !== one || isClosed) return
      one.former = one.loaded?.named
      one.loaded = loaded
      // After a restored backup another version may have the same number.
      if (one.wanted.named.sha256 === named.sha256) one.wanted = undefined
      whenHere()
      void load(one, 0)
      // It may be shorter than the version before.
      loadRefused()
    } catch (error) {
      one.loading = undefined
      if (held.get(named.list) !== one || isClosed) return
      const waitMs = Math.min(maxRetryMs, retryMs * 1.5 ** tries)
      if (tries >= loggedTry) {
        const { list, version } = named
        log.warn({ err: error, list, version }, 'a list cannot be read now; it is tried again')
      }
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
      loading: undefined,
      refused: undefined,
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
        copies?.forget(list)
      }
      loadRefused()
    },
    close: () => {
      isClosed = true
      for (const one of held.values()) clearTimeout(one.retry)
    },
  }
}
