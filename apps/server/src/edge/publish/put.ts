import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import { newUnitSecret } from '../../base/hash-units.ts'
import { once } from '../../base/once.ts'
import type { KeySnapshot } from '../../store/bundles/key-snapshots.ts'
import type { Reached } from '../../store/bundles/publications.ts'
import type { Edge, EdgeBundle, EdgePatch, EdgeSecret, UnitSecret } from '../edge.ts'
import type { EdgeTime } from './edge-time.ts'
import type { PublishStore } from './publish-store.ts'
import type { ListPuts } from './put-lists.ts'
import { readBundle, readWhole } from './read-bundle.ts'

export type Put = {
  /** What units are hashed under, for an edge that keeps it. */
  unitSecrets(ids: readonly EnvironmentId[]): Promise<void>
  /** Publishes what changed in an environment since the edge last got it. */
  environment(id: EnvironmentId): Promise<void>
  /** Publishes whole environments, for an edge that may have lost something. They are read by one statement. */
  whole(ids: readonly EnvironmentId[]): Promise<void>
  /** Notes in the store what an edge that keeps nothing was told since the last call. */
  noteTold(): Promise<void>
  keys(ids: readonly ApiKeyId[]): Promise<void>
}

/** The most keys that are read by one statement, and written before the next are read. */
export const keysAtOnce = 500

/** Publishes the store's data to the edge, and notes in the store how far that went. */
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

  const withSecret = new Set<EnvironmentId>()
  const putUnitSecrets = async (ids: readonly EnvironmentId[]): Promise<void> => {
    if (!edge.putUnitSecrets || ids.length === 0) return
    const secrets: UnitSecret[] = []
    for (const environmentId of ids) {
      secrets.push({ environmentId, secret: await store.unitSecrets.getOrAdd(environmentId, newUnitSecret()) })
    }
    await within(edge.putUnitSecrets(secrets))
    for (const id of ids) withSecret.add(id)
  }

  // An edge that keeps nothing cannot miss anything, so it may be noted late, for many changes at once: a note is a
  // commit, and would make each change wait for the disk twice.
  const told = new Map<EnvironmentId, Reached<EnvironmentId>>()
  const note = async (reached: Reached<EnvironmentId>): Promise<void> => {
    if (edge.sequence) await store.publications.markEnvironments([reached])
    else told.set(reached.id, reached)
  }

  return {
    unitSecrets: putUnitSecrets,
    environment: async (id) => {
      const state = await store.publications.readState(id)
      if (!state) return
      if (!withSecret.has(id)) await putUnitSecrets([id])
      await put(id, (from) => readBundle(store, id, from, state))
      // The bundle may be newer than `state`: then it is published once more, which changes nothing.
      await note({ id, ...state })
    },
    noteTold: async () => {
      const reached = [...told.values()]
      told.clear()
      await store.publications.markEnvironments(reached)
    },
    whole: async (ids) => {
      // An edge that reads through to the store never calls this.
      const readAll = once(() => readWhole(store, ids))
      const taken = new Set<EnvironmentId>()
      const take = async (id: EnvironmentId): Promise<EdgeBundle | undefined> => {
        // A retry means that the edge reported a newer revision.
        const bundles = taken.has(id) ? await readWhole(store, [id]) : await readAll()
        taken.add(id)
        return bundles.get(id)
      }
      await putUnitSecrets(ids)
      await Promise.all(ids.map((id) => put(id, () => take(id))))
    },
    keys: async (ids) => {
      for (let at = 0; at < ids.length; at += keysAtOnce) await putKeys(ids.slice(at, at + keysAtOnce))
    },
  }
}
