import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import type { Store } from '../store/store.ts'
import { bundleOf } from './bundle.ts'
import type { Edge } from './edge.ts'
import { within } from './within.ts'

export type Put = {
  /** Answers how many flags the bundle has. */
  environment(id: EnvironmentId): Promise<number>
  key(id: ApiKeyId): Promise<void>
}

/** Brings what the store has to the edge, and remembers in the store how far that went. */
export const putFrom = (store: Store, edge: Edge, timeoutMs: number): Put => ({
  environment: async (id) => {
    const snapshot = await store.publications.readEnvironment(id)
    if (!snapshot) return 0
    await within(timeoutMs, edge.putBundle(bundleOf(id, snapshot)))
    if (!snapshot.published) await store.publications.markEnvironment(id, snapshot.revision)
    return snapshot.flags.length
  },
  key: async (id) => {
    const snapshot = await store.publications.readKey(id)
    if (!snapshot) return
    await within(timeoutMs, edge.putKey(snapshot))
    await store.publications.markKey(id, snapshot.revision)
  },
})
