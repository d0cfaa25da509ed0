import type { FindList, LargeList } from '@bunting/engine'
import { asFlagsError, type FlagsError, pause } from '@bunting/sdk-core'
import { fetchList, isNamed, type KnownList } from './connection/fetch-list.ts'
import type { Service } from './connection/requests.ts'
import type { KeptLists } from './kept-lists.ts'

export type Lists = {
  /** The list in exactly the version that is named; undefined while that is not loaded. */
  find: FindList
  /** Fetches a version, and calls back when it is loaded. Of each list only the version wanted last is fetched. */
  want(named: LargeList, whenHere: () => void): void
  /** Drops all other lists. */
  keepOnly(lists: ReadonlySet<string>): void
}

type Held = {
  loaded: KnownList | undefined
  wanted: { named: LargeList; whenHere: () => void } | undefined
  isLoading: boolean
}

/** The wait before another try, longer each time: a list may come to Delivery a little after the bundle. */
const retryMs = 200
const maxRetryMs = 30_000
/** The try at which a failure is reported: the first ones may be too early. */
const toldAt = 5

/** The large lists that the bundle names. They are fetched in the background. */
export const openLists = (
  service: Service,
  kept: KeptLists,
  signal: AbortSignal,
  onError: (error: FlagsError) => void,
): Lists => {
  const held = new Map<string, Held>()

  /** Takes the version in the cache if it is the one that is named; else fetches what changed since. */
  const bring = async (named: LargeList, known: KnownList | undefined): Promise<KnownList> => {
    const recalled = known ? undefined : await kept.read(named)
    if (recalled && (await isNamed(recalled, named))) return { named, list: recalled.list }
    const fetched = await fetchList(service, named, known ?? recalled, signal)
    kept.keep(fetched)
    return fetched
  }

  const load = async (one: Held): Promise<void> => {
    if (one.isLoading) return
    one.isLoading = true
    for (let tries = 0; one.wanted && !signal.aborted; tries++) {
      const { named, whenHere } = one.wanted
      if (held.get(named.list) !== one) break
      try {
        one.loaded = await bring(named, one.loaded)
        // After a restored backup another version may have the same number.
        if (one.wanted.named.sha256 === named.sha256) one.wanted = undefined
        whenHere()
        tries = 0
      } catch (thrown) {
        if (tries === toldAt) onError(asFlagsError('UNREACHABLE', 'A list cannot be fetched', thrown))
        await pause(Math.min(maxRetryMs, retryMs * 1.5 ** tries) * service.timing, signal)
      }
    }
    one.isLoading = false
  }

  return {
    find: ({ list, version, sha256 }) => {
      const loaded = held.get(list)?.loaded
      return loaded?.named.version === version && loaded.named.sha256 === sha256 ? loaded.list : undefined
    },
    want: (named, whenHere) => {
      const one: Held = held.get(named.list) ?? { loaded: undefined, wanted: undefined, isLoading: false }
      held.set(named.list, one)
      one.wanted = { named, whenHere }
      void load(one)
    },
    keepOnly: (lists) => {
      for (const list of held.keys()) {
        if (lists.has(list)) continue
        held.delete(list)
        kept.remove(list)
      }
    },
  }
}

/** For flags that do not come from a service. */
export const noLists: Lists = { find: () => undefined, want: () => undefined, keepOnly: () => undefined }
