import type { FindList, LargeList } from '@bunting/engine'
import { asFlagsError, type FlagsError, pause } from '@bunting/sdk-core'
import { fetchList, isNamed, type KnownList } from './connection/fetch-list.ts'
import type { Service } from './connection/requests.ts'
import type { KeptLists } from './kept-lists.ts'

export type Lists = {
  /** In just that version; undefined while it is not here. */
  find: FindList
  /** Has the version fetched, and tells when it is here. Of a list only what was wanted last is fetched. */
  want(named: LargeList, whenHere: () => void): void
  /** The others go. */
  keepOnly(lists: ReadonlySet<string>): void
}

type Held = {
  loaded: KnownList | undefined
  wanted: { named: LargeList; whenHere: () => void } | undefined
  isLoading: boolean
}

/** How long until it is tried again, longer each time: a list may come to Delivery a little after the bundle. */
const retryMs = 200
const maxRetryMs = 30_000
/** It is told when it takes this many tries: the first ones may be too early. */
const toldAt = 5

/** The large lists that the bundle names, fetched beside everything else. */
export const openLists = (
  service: Service,
  kept: KeptLists,
  signal: AbortSignal,
  onError: (error: FlagsError) => void,
): Lists => {
  const held = new Map<string, Held>()

  /** What was kept is the version that is named, or what the change to it is fetched for. */
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
        if (one.wanted.named.version === named.version) one.wanted = undefined
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

/** For flags that are of no service. */
export const noLists: Lists = { find: () => undefined, want: () => undefined, keepOnly: () => undefined }
