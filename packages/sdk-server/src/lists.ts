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
  /** The tries of the version that is wanted. */
  tries: number
  /** Ends the wait before the next try. */
  wake: () => void
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
    while (one.wanted && !signal.aborted) {
      const { named, whenHere } = one.wanted
      if (held.get(named.list) !== one) break
      try {
        one.loaded = await bring(named, one.loaded)
        // After a restored backup another version may have the same number.
        if (one.wanted.named.sha256 === named.sha256) one.wanted = undefined
        whenHere()
        one.tries = 0
      } catch (thrown) {
        // Another version came meanwhile: it may well be there.
        if (one.wanted?.named.sha256 !== named.sha256) continue
        if (one.tries === toldAt) onError(asFlagsError('UNREACHABLE', 'A list cannot be fetched', thrown))
        const waitMs = Math.min(maxRetryMs, retryMs * 1.5 ** one.tries++) * service.timing
        const woken = new Promise<void>((resolve) => {
          one.wake = resolve
        })
        await Promise.race([pause(waitMs, signal), woken])
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
      const one: Held = held.get(named.list) ?? {
        loaded: undefined,
        wanted: undefined,
        isLoading: false,
        tries: 0,
        wake: () => undefined,
      }
      held.set(named.list, one)
      // Every change of the bundle wants all that is missing. Only another version is a reason to try at once.
      const isOther = one.wanted?.named.sha256 !== named.sha256
      one.wanted = { named, whenHere }
      if (isOther) {
        one.tries = 0
        one.wake()
      }
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
