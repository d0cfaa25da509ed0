import type { Store } from '../store/store.ts'
import { readBundle } from './bundle.ts'
import type { Edge, Notice, RecordedBatch } from './edge.ts'

/**
 * The edge of a process that serves both APIs. It keeps nothing: what Delivery asks for is read from the store, which
 * is always current, and Delivery's own cache stands before it. A put only tells Delivery to read again.
 */
export const openMemoryEdge = (store: Store): Edge => {
  const listeners = new Set<(notice: Notice) => void>()
  let take: ((batch: RecordedBatch) => Promise<void>) | undefined
  const tell = async (notice: Notice): Promise<void> => {
    for (const listener of listeners) listener(notice)
  }
  return {
    putBundle: (environmentId) => tell({ bundle: environmentId }),
    putKey: (hash) => tell({ key: hash }),
    readBundle: (environmentId) => readBundle(store, environmentId),
    readKey: async (hash) => (await store.publications.readKeyByHash(hash))?.key ?? undefined,
    onNotice: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    record: async (batch) => {
      if (!take) throw new Error('nobody keeps an event log')
      await take(batch)
    },
    onRecorded: (taker) => {
      take = taker
      return async () => {
        take = undefined
      }
    },
    marker: undefined,
    ping: () => store.ping(),
    close: async () => listeners.clear(),
  }
}
