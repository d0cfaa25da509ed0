import { setTimeout } from 'node:timers/promises'
import type { LargeList } from '@bunting/engine'
import { isObject, parseJson } from '../../base/json.ts'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import type { Edge, EdgeBundle, EdgePatch, NamedList } from '../edge.ts'
import { listBytes } from './list-bytes.ts'
import type { ListStore } from './publish-store.ts'

export type ListPuts = {
  /** Brings the lists that a bundle names to the edge, in the background. */
  note(bundle: EdgeBundle | EdgePatch | undefined): void
  /** Retries the lists that the edge did not take, and checks whether some of the others are still there. */
  goOn(): void
}

const lookedForAtOnce = 20
/** The delay of whole lists after their changes: that of ten million ids, 80 MB, is stored a second after the changes. */
const bytesPerMs = 80_000

/**
 * Brings large lists to an edge that keeps them, one after the other and never before the bundle that names them: no change
 * waits for a list. A process that stops meanwhile leaves its lists to the next one that starts, which checks all of them.
 */
export const openListPuts = (store: ListStore, edge: Edge, log: Logger): ListPuts => {
  const { putList, putListDelta } = edge
  /** By list and version, since the last two versions of a list may be requested. */
  const pending = new Map<string, LargeList>()
  /** The versions that bundles currently name, by list. */
  const current = new Map<string, LargeList>()
  /** The lists that the edge was given. It may lose one list and nothing else, so each is checked again in its turn. */
  const given = new Map<string, LargeList>()
  let isPutting = false
  const outage = outageOf(log, {
    failing: 'large lists wait to be published; retrying until the edge cache takes them',
    again: 'every large list is published to the edge cache again',
  })

  const putAll = async (put: NonNullable<Edge['putList']>): Promise<void> => {
    for (const [key, named] of pending) {
      await put(named, (from) => readBytes(named, from))
      if (current.get(named.list) === named) {
        given.delete(named.list)
        given.set(named.list, named)
      }
      if (pending.get(key) === named) pending.delete(key)
    }
  }

  /** Changes since the version before are given only if they are stored, which means that they are shorter than the list. */
  const readBytes = async (named: NamedList, from: number) => {
    const { list, version } = named
    // The edge keeps the last two versions.
    if ((await store.largeLists.latestVersion(list)) > version + 1) return undefined
    const found = from > 0 ? await store.listVersions.findByList(list, version) : undefined
    if (from > 0 && !(found && (await store.listParts.has(found.id, ['added', 'removed'])))) return undefined
    return listBytes(store, named, from)
  }

  const start = (): void => {
    if (!putList || isPutting || pending.size === 0) return
    isPutting = true
    void outage
      .watch(() => putAll(putList))
      .finally(() => {
        isPutting = false
      })
  }

  const add = (named: LargeList): void => {
    pending.set(`${named.list} ${named.version}`, named)
    start()
  }

  /**
   * Stores the changes at once, without waiting for other lists that are being stored whole. The whole list is for instances that
   * cannot apply the changes. Storing it takes as much of a machine as applying them everywhere, so it waits until that is done.
   */
  const bring = async (named: LargeList): Promise<void> => {
    // If this fails, the whole list contains the changes.
    const isFollowed = await putListDelta?.(named, (from) => readBytes(named, from)).catch(() => false)
    if (isFollowed) await setTimeout((8 * named.size) / bytesPerMs, undefined, { ref: false })
    add(named)
  }

  if (putList) {
    void store.largeLists.latest().then(
      (lists) => {
        for (const named of lists) {
          if (current.has(named.list)) continue
          current.set(named.list, named)
          add(named)
        }
      },
      () => undefined,
    )
  }

  return {
    note: (bundle) => {
      if (!putList || !bundle) return
      for (const [, text] of bundle.segments) {
        const large = text === null ? undefined : largeIn(text)
        if (!large) continue
        current.set(large.list, large)
        void bring(large)
      }
    },
    goOn: () => {
      for (const named of given.values().take(lookedForAtOnce)) add(named)
      start()
    },
  }
}

const largeIn = (text: string): LargeList | undefined => {
  if (!text.includes('"large":{')) return undefined
  const segment = parseJson(text)
  return isObject(segment) && isObject(segment.large) ? (segment.large as LargeList) : undefined
}
