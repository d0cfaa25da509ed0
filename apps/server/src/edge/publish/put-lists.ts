import type { LargeList } from '@bunting/engine'
import { isObject, parseJson } from '../../base/json.ts'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import type { Edge, EdgeBundle, EdgePatch, NamedList } from '../edge.ts'
import { listBytes } from './list-bytes.ts'
import type { ListStore } from './publish-store.ts'

export type ListPuts = {
  /** Has the lists brought to the edge that a bundle names, beside everything else. */
  note(bundle: EdgeBundle | EdgePatch | undefined): void
  /** Goes on with those that the edge did not take, and looks whether some of the others are still there. */
  goOn(): void
}

const lookedForAtOnce = 20

/**
 * Brings large lists to an edge that keeps them, one after the other and never before the bundle that names them: no change
 * waits for a list. Who stops over one leaves it to whoever starts next, which is when all are looked at.
 */
export const openListPuts = (store: ListStore, edge: Edge, log: Logger): ListPuts => {
  const { putList } = edge
  const pending = new Map<string, NamedList>()
  /** What the edge was given. It may lose a list and nothing else: so each is looked for again in its turn. */
  const given = new Map<string, NamedList>()
  let isPutting = false
  const outage = outageOf(log, {
    failing: 'large lists wait to be published; retrying until the edge cache takes them',
    again: 'every large list is published to the edge cache again',
  })

  const putAll = async (put: NonNullable<Edge['putList']>): Promise<void> => {
    for (const [list, named] of pending) {
      await put(named, (from) => readBytes(named, from))
      given.delete(list)
      given.set(list, named)
      if (pending.get(list) === named) pending.delete(list)
    }
  }

  /** Of the version before only what is less than the whole is worth a key of its own. */
  const readBytes = async (named: NamedList, from: number) => {
    const { list, version } = named
    // The edge has the last two.
    if ((await store.largeLists.latestVersion(list)) > version + 1) return undefined
    const found = from > 0 ? await store.listVersions.findByList(list, version) : undefined
    if (from > 0 && !(found && (await store.listParts.hasDelta(found.id)))) return undefined
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

  if (putList) {
    void store.largeLists.latest().then(
      (lists) => {
        for (const named of lists) if (!pending.has(named.list)) pending.set(named.list, named)
        start()
      },
      () => undefined,
    )
  }

  return {
    note: (bundle) => {
      if (!putList || !bundle) return
      for (const [, text] of bundle.segments) {
        const large = text === null ? undefined : largeIn(text)
        if (large) pending.set(large.list, large)
      }
      start()
    },
    goOn: () => {
      for (const [list, named] of [...given].slice(0, lookedForAtOnce)) {
        if (!pending.has(list)) pending.set(list, named)
      }
      start()
    },
  }
}

const largeIn = (text: string): LargeList | undefined => {
  if (!text.includes('"large":{')) return undefined
  const segment = parseJson(text)
  return isObject(segment) && isObject(segment.large) ? (segment.large as LargeList) : undefined
}
