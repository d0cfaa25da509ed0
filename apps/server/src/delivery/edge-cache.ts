import type { EnvironmentId } from '@bunting/contract'
import { outageOf } from '../base/outage.ts'
import { bundleIn } from '../edge/bundle-text.ts'
import type { EdgeBundle, EdgeKey } from '../edge/edge.ts'
import { InvalidEntry, openInvalidReports } from '../edge/invalid-entries.ts'
import { keyIn } from '../edge/key-in.ts'
import { type Cache, openCache } from './cache.ts'
import { type CompiledBundle, compileBundle } from './compiled-bundle.ts'
import type { DeliveryDeps } from './deps.ts'
import { openLastKnown } from './last-known.ts'

export type EdgeCache = {
  keys: Cache<EdgeKey>
  /** The hashes of keys, by the tokens that stand in for them. */
  streamKeys: Cache<string>
  bundles: Cache<CompiledBundle>
  /** Hears of every bundle that takes the place of an older one. Returns what ends the listening. */
  onBundle(listener: (bundle: CompiledBundle) => void): () => void
  /** Hears of every key that turned out to be revoked, by its hash. */
  onRevoked(listener: (hash: string) => void): () => void
}

const ttlMs = 30_000
const retryMs = 1_000

/** Keys and compiled bundles of the environments that this instance serves, kept current by the edge's notices. */
export const openEdgeCache = ({ edge, log, settings }: DeliveryDeps): EdgeCache => {
  const bundleListeners = new Set<(bundle: CompiledBundle) => void>()
  const revocationListeners = new Set<(hash: string) => void>()
  const copy = openLastKnown(settings.copyDir, log)
  const reportInvalid = openInvalidReports(log)
  const outage = outageOf(log, {
    failing: 'the edge cache cannot be read; serving what is known',
    again: 'the edge cache can be read again',
  })
  const onError = (error: unknown): void => {
    // Told of already, and no outage: the rest can be read.
    if (!(error instanceof InvalidEntry)) outage.failed(error)
  }
  const options = { ttlMs, retryMs, nowMs: () => performance.now(), onError }

  const keys = openCache<EdgeKey>({
    ...options,
    maxEntries: 100_000,
    read: (hash) => edge.readKey(hash),
    replaces: () => true,
    onKept: (hash, key, before) => {
      copy.remember(hash, key && JSON.stringify(key), before && JSON.stringify(before))
      if (!key) for (const listener of revocationListeners) listener(hash)
    },
    recall: async (hash) => {
      const known = await copy.recall(hash)
      if (!known) return undefined
      const value = keyIn(known.text)
      if (!value) throw reportInvalid('key', 'its copy on disk is not a key')
      return { value, ageMs: known.ageMs }
    },
  })

  const streamKeys = openCache<string>({
    ...options,
    maxEntries: 100_000,
    read: (token) => edge.readStreamKey(token),
    replaces: () => true,
    onKept: (token, hash, before) =>
      copy.remember(token, hash && JSON.stringify(hash), before && JSON.stringify(before)),
    recall: async (token) => {
      const known = await copy.recall(token)
      return known && { value: JSON.parse(known.text) as string, ageMs: known.ageMs }
    },
  })

  /** A bundle is megabytes, and seldom another than it was: what it is of is asked first. */
  const isCurrent = async ({ environmentId, revision, replaces }: CompiledBundle): Promise<boolean> => {
    const current = await edge.readRevision(environmentId)
    if (current) outage.worked()
    return current?.revision === revision && current.replaces === replaces
  }

  const bundles: Cache<CompiledBundle> = openCache<CompiledBundle>({
    ...options,
    maxEntries: 1_000,
    read: async (id, known) => {
      if (known && (await isCurrent(known))) return known
      const bundle = await edge.readBundle(id as EnvironmentId)
      // Every environment with a key has one: an edge without it lost it.
      if (!bundle) throw new Error(`the edge cache has no bundle of ${id}`)
      outage.worked()
      return compileBundle(bundle as EdgeBundle, bundles.known(id), reportInvalid)
    },
    replaces: (read, known) => Math.max(read?.revision ?? 0, read?.replaces ?? 0) >= (known?.revision ?? 0),
    onKept: (id, bundle, before) => {
      if (!bundle) return
      copy.remember(id, bundle.text(), before?.text())
      if (bundle !== before) for (const listener of bundleListeners) listener(bundle)
    },
    recall: async (id) => {
      const known = await copy.recall(id)
      if (!known) return undefined
      const bundle = bundleIn(known.text, id as EnvironmentId)
      if (typeof bundle === 'string') throw reportInvalid('bundle', bundle)
      return { value: compileBundle(bundle, undefined, reportInvalid), ageMs: known.ageMs }
    },
  })

  edge.onNotice((notice) => {
    if (notice === 'everything') {
      keys.refreshAll()
      streamKeys.refreshAll()
      bundles.refreshAll()
    } else if ('bundle' in notice) bundles.refresh(notice.bundle)
    else keys.refresh(notice.key)
  })
  return {
    keys,
    streamKeys,
    bundles,
    onBundle: (listener) => listenIn(bundleListeners, listener),
    onRevoked: (listener) => listenIn(revocationListeners, listener),
  }
}

const listenIn = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
