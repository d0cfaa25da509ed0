import type { EnvironmentId } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { type Cache, openCache } from './cache.ts'
import { type CompiledBundle, compileBundle } from './compiled-bundle.ts'
import type { DeliveryDeps } from './deps.ts'

export type EdgeCache = {
  keys: Cache<EdgeKey>
  bundles: Cache<CompiledBundle>
  /** Hears of every bundle that takes the place of an older one. Returns what ends the listening. */
  onBundle(listener: (bundle: CompiledBundle) => void): () => void
}

const ttlMs = 30_000
const retryMs = 1_000

/** Keys and compiled bundles of the environments that this instance serves, kept current by the edge's notices. */
export const openEdgeCache = ({ edge, log }: DeliveryDeps): EdgeCache => {
  const options = {
    ttlMs,
    retryMs,
    nowMs: () => performance.now(),
    onError: (error: unknown) => log.warn({ err: error }, 'the edge cache cannot be read; serving what is known'),
  }
  const listeners = new Set<(bundle: CompiledBundle) => void>()
  const keys = openCache<EdgeKey>({
    ...options,
    most: 100_000,
    read: (hash) => edge.readKey(hash),
    replaces: () => true,
  })
  const bundles: Cache<CompiledBundle> = openCache<CompiledBundle>({
    ...options,
    most: 1_000,
    read: async (environmentId) => {
      const bundle = await edge.readBundle(environmentId as EnvironmentId)
      return bundle && compileBundle(bundle, bundles.known(environmentId))
    },
    replaces: (read, known) => read !== undefined && (known === undefined || read.revision >= known.revision),
    onKept: (bundle) => {
      for (const listener of listeners) listener(bundle)
    },
  })
  edge.onNotice((notice) => {
    if (notice === 'everything') {
      keys.refreshAll()
      bundles.refreshAll()
    } else if ('bundle' in notice) bundles.refresh(notice.bundle)
    else keys.refresh(notice.key)
  })
  return {
    keys,
    bundles,
    onBundle: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
