import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { withTimeout } from '../base/with-timeout.ts'
import type { State } from '../store/environment-snapshots.ts'
import type { Store } from '../store/store.ts'
import { readBundle, readWhole } from './bundle.ts'
import type { Edge, EdgeBundle, EdgePatch } from './edge.ts'

export type Put = {
  /** What became of it since the edge got it the last time. */
  environment(id: EnvironmentId): Promise<void>
  /** All of it, for an edge that may have lost something. */
  whole(id: EnvironmentId): Promise<void>
  key(id: ApiKeyId): Promise<void>
}

/** Brings what the store has to the edge, and remembers in the store how far that went. */
export const putFrom = (store: Store, edge: Edge, storeId: string, timeoutMs: number): Put => {
  type Read = (from: number | undefined, state: State) => Promise<EdgeBundle | EdgePatch | undefined>
  const put = async (id: EnvironmentId, read: Read): Promise<void> => {
    const state = await store.publications.readState(id)
    if (!state) return
    const readFrom = async (from?: number) => (await read(from, state)) ?? Promise.reject(new Error(`${id} is gone`))
    await withTimeout(timeoutMs, edge.putBundle(id, readFrom))
    // What was read may be newer: then it is published once more, which changes nothing.
    if (state.published < state.revision) await store.publications.markEnvironment(id, state.revision)
  }
  return {
    environment: (id) => put(id, (from, state) => readBundle(store, id, from, state)),
    whole: (id) => put(id, () => readWhole(store, id)),
    key: async (id) => {
      const snapshot = await store.publications.readKey(id)
      if (!snapshot) return
      // As the store has it when the edge asks: a secret that is no longer the key's is nobody's.
      const readAs = (hash: string) => async () => {
        const { revision, secrets } = (await store.publications.readKey(id)) ?? snapshot
        const key = secrets.find((secret) => secret.hash === hash)?.key
        return { revision, key: key ? { ...key, storeId } : null }
      }
      await withTimeout(timeoutMs, Promise.all(snapshot.secrets.map(({ hash }) => edge.putKey(hash, readAs(hash)))))
      await store.publications.markKey(id, snapshot.revision)
    },
  }
}
