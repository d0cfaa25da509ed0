import type { EnvironmentId } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { type Cache, openCache } from './cache.ts'
import { type CompiledBundle, compileBundle } from './compiled-bundle.ts'
import type { DeliveryDeps } from './deps.ts'

export type EdgeCache = { keys: Cache<EdgeKey>; bundles: Cache<CompiledBundle> }

const ttlMs = 30_000

/** Keys and compiled bundles of the environments that this instance serves, kept current by the edge's notices. */
export const openEdgeCache = ({ edge, log }: DeliveryDeps): EdgeCache => {
  const options = {
    ttlMs,
    nowMs: () => performance.now(),
    onError: (error: unknown) => log.warn({ err: error }, 'the edge cache cannot be read; serving what is known'),
  }
  const keys = openCache<EdgeKey>({ ...options, most: 100_000, read: (hash) => edge.readKey(hash) })
  const bundles = openCache<CompiledBundle>({
    ...options,
    most: 1_000,
    read: async (environmentId) => {
      const bundle = await edge.readBundle(environmentId as EnvironmentId)
      return bundle && compileBundle(bundle)
    },
  })
  edge.onNotice((notice) => ('bundle' in notice ? bundles.refresh(notice.bundle) : keys.refresh(notice.key)))
  return { keys, bundles }
}
