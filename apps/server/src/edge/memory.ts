import { newUnitSecret } from '../base/hash-units.ts'
import type { Store } from '../store/store.ts'
import type { Edge, KeyUses, Notice, RecordedBatch } from './edge.ts'
import { listBytes } from './publish/list-bytes.ts'
import { readBundle } from './publish/read-bundle.ts'
import { isTokenOf, keyIdIn } from './stream-token.ts'

/**
 * The edge of a process that serves both APIs. It keeps nothing: Delivery's reads go to the store, which is always
 * current, and Delivery has a cache of its own. A put only tells Delivery to read again.
 */
export const openMemoryEdge = (
  store: Pick<Store, 'publications' | 'unitSecrets' | 'listParts' | 'listVersions' | 'ping'>,
): Edge => {
  const listeners = new Set<(notice: Notice) => void>()
  let take: ((batch: RecordedBatch) => Promise<void>) | undefined
  let takeTracked: Parameters<Edge['onTracked']>[0] | undefined
  let takeUses: ((uses: KeyUses) => Promise<void>) | undefined
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  return {
    putBundle: async (environmentId) => tell({ bundle: environmentId }),
    putKeys: async (secrets) => {
      for (const { hash } of secrets) tell({ key: hash })
    },
    readBundle: (environmentId, from) => readBundle(store, environmentId, from),
    readRevision: async (environmentId) => {
      const state = await store.publications.readState(environmentId)
      return state && { revision: state.revision }
    },
    readList: (named, from) => listBytes(store, named, from),
    readKey: (hash) => store.publications.findKeyByHash(hash),
    readStreamKey: async (token) => {
      const id = keyIdIn(token)
      const [key] = id ? await store.publications.readKeys([id]) : []
      return key?.secrets.find(({ hash }) => isTokenOf(token, hash))?.hash
    },
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
    track: async (batch) => {
      if (!takeTracked) throw new Error('nobody keeps an event log')
      return takeTracked(batch)
    },
    onTracked: (taker) => {
      takeTracked = taker
      return async () => {
        takeTracked = undefined
      }
    },
    readUnitSecret: (environmentId) => store.unitSecrets.getOrAdd(environmentId, newUnitSecret()),
    used: async (uses) => {
      if (!takeUses) throw new Error('nobody writes down which keys are used')
      await takeUses(uses)
    },
    onUsed: (taker) => {
      takeUses = taker
      return async () => {
        takeUses = undefined
      }
    },
    sequence: undefined,
    checkpointOf: undefined,
    // It keeps no keys: it reads through to the store.
    hasKeys: async () => false,
    forgetUnknown: async () => async () => tell('everything'),
    ping: () => store.ping(),
    close: async () => listeners.clear(),
  }
}
