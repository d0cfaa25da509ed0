import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { once } from '../../base/once.ts'
import type { KeySnapshot } from '../../store/bundles/key-snapshots.ts'
import type { Edge, EdgeBundle, EdgePatch, EdgeSecret } from '../edge.ts'
import type { EdgeTime } from './edge-time.ts'
import type { PublishStore } from './publish-store.ts'
import type { ListPuts } from './put-lists.ts'
import { readBundle, readWhole } from './read-bundle.ts'

export type Put = {
  /** What became of it since the edge got it the last time. */
  environment(id: EnvironmentId): Promise<void>
  /** All of each, for an edge that may have lost something. Read by one statement. */
  whole(ids: readonly EnvironmentId[]): Promise<void>
  keys(ids: readonly ApiKeyId[]): Promise<void>
}

/** So many keys are read by one statement, and written before the next are read. */
export const keysAtOnce = 500

/** Brings what the store has to the edge, and remembers in the store how far that went. */
export const putFrom = (
  store: PublishStore,
  edge: Edge,
  storeId: string,
  { within, reading }: EdgeTime,
  lists: ListPuts,
): Put => {
  const put = async (
    id: EnvironmentId,
    read: (from?: number) => Promise<EdgeBundle | EdgePatch | undefined>,
  ): Promise<void> => {
    let last: EdgeBundle | EdgePatch | undefined
    const readFrom = async (from?: number) => {
      last = await reading(read(from))
      return last ?? Promise.reject(new Error(`${id} is gone`))
    }
    await within(edge.putBundle(id, readFrom))
    lists.note(last)
  }

  const secretsOf = ({ revision, secrets }: KeySnapshot): EdgeSecret[] =>
    secrets.map(({ hash, key }) => ({ hash, revision, key: key && { ...key, storeId } }))

  const putKeys = async (ids: readonly ApiKeyId[]): Promise<void> => {
    const snapshots = await store.publications.readKeys(ids)
    const keyOf = new Map(snapshots.flatMap(({ id, secrets }) => secrets.map(({ hash }) => [hash, id] as const)))
    const readAgain = async (hashes: readonly string[]): Promise<EdgeSecret[]> => {
      const asked = new Set(hashes.flatMap((hash) => keyOf.get(hash) ?? []))
      const current = new Map((await store.publications.readKeys([...asked])).map((one) => [one.id, one]))
      return hashes.flatMap((hash) => {
        const snapshot = current.get(keyOf.get(hash) as ApiKeyId)
        if (!snapshot) return []
        // A retired secret has no key.
        const nobody = { hash, revision: snapshot.revision, key: null }
        return secretsOf(snapshot).find((secret) => secret.hash === hash) ?? nobody
      })
    }
    await within(edge.putKeys(snapshots.flatMap(secretsOf), readAgain))
    await store.publications.markKeys(snapshots)
  }

  return {
    environment: async (id) => {
      const state = await store.publications.readState(id)
      if (!state) return
      await put(id, (from) => readBundle(store, id, from, state))
      // What was read may be newer: then it is published once more, which changes nothing.
      await store.publications.markEnvironments([{ id, ...state }])
    },
    whole: async (ids) => {
      // An edge that reads through to the store never asks.
      const readAll = once(() => readWhole(store, ids))
      const taken = new Set<EnvironmentId>()
      const take = async (id: EnvironmentId): Promise<EdgeBundle | undefined> => {
        // A retry means that the edge reported a newer revision.
        const bundles = taken.has(id) ? await readWhole(store, [id]) : await readAll()
        taken.add(id)
        return bundles.get(id)
      }
      await Promise.all(ids.map((id) => put(id, () => take(id))))
    },
    keys: async (ids) => {
      for (let at = 0; at < ids.length; at += keysAtOnce) await putKeys(ids.slice(at, at + keysAtOnce))
    },
  }
}
