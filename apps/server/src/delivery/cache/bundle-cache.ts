import { getHeapStatistics } from 'node:v8'
import type { EnvironmentId } from '@bunting/contract'
import type { Edge, EdgeBundle, EdgePatch } from '../../edge/edge.ts'
import { bundleIn } from '../../edge/format/bundle-text.ts'
import type { ReportInvalid } from '../../edge/format/invalid-entries.ts'
import type { CompiledBundle, ReadyBundle } from '../bundle/compiled-bundle.ts'
import { openBundleInTurns } from '../bundle/live-bundle.ts'
import type { BundleLists } from '../bundle/named-lists.ts'
import { type Cache, type CacheOptions, openCache } from './cache.ts'
import type { LastKnown } from './disk-copy.ts'

type Parts = {
  edge: Edge
  copy: LastKnown
  /** Called whenever the edge was read. */
  onRead: () => void
  reportInvalid: ReportInvalid
  lists: BundleLists
  /** Called with every new bundle. */
  onNew: (bundle: CompiledBundle) => void
}

/** Half of the heap: the rest is for requests, and for bundles that are being read. */
const maxBytes = getHeapStatistics().heap_size_limit / 2
const maxEntries = 100_000

/** The compiled bundles of requested environments. After a change the edge sends what changed, and that is applied. */
export const openBundleCache = (
  { edge, copy, reportInvalid, lists, onRead, onNew }: Parts,
  options: Pick<CacheOptions<never, never>, 'nowMs' | 'onError' | 'ttlMs' | 'retryMs'>,
): Cache<CompiledBundle> => {
  /** Tells whether a bundle is current by its revision alone, which is cheaper to read than the bundle. */
  const isCurrent = async ({ environmentId, revision, replaces }: CompiledBundle): Promise<boolean> => {
    const current = await edge.readRevision(environmentId)
    if (current) onRead()
    return current?.revision === revision && current.replaces === replaces
  }

  const readEdge = async (id: string, from?: number): Promise<EdgeBundle | EdgePatch> => {
    const read = await edge.readBundle(id as EnvironmentId, from)
    // Every environment with a key has a bundle, so an edge without it has lost it.
    if (!read) throw new Error(`the edge cache has no bundle of ${id}`)
    onRead()
    return read
  }

  const readWhole = async (id: string): Promise<EdgeBundle> => {
    const read = await readEdge(id)
    if ('from' in read) throw reportInvalid('bundle', 'it is a patch of something that nobody has')
    return read
  }

  const bundles: Cache<CompiledBundle> = openCache<CompiledBundle, ReadyBundle>({
    ...options,
    maxEntries,
    bytes: { of: (bundle) => bundle?.bytes ?? 0, max: maxBytes },
    read: async (id, expired) => {
      if (expired && (await isCurrent(expired))) return { ...expired, apply: () => expired }
      const known = bundles.known(id)
      if (!known) return openBundleInTurns(await readWhole(id), reportInvalid, lists)
      return known.next(await readEdge(id, known.revision)) ?? known.next(await readWhole(id))
    },
    replaces: (read, known) => Math.max(read?.revision ?? 0, read?.replaces ?? 0) >= (known?.revision ?? 0),
    apply: (ready) => ready?.apply(),
    onKept: (id, bundle, before) => {
      if (!bundle) return
      copy.remember(id, bundle.text, bundle !== before)
      if (bundle !== before) onNew(bundle)
    },
    recall: async (id) => {
      const known = await copy.recall(id)
      if (!known) return undefined
      const bundle = bundleIn(known.text, id as EnvironmentId)
      if (typeof bundle === 'string') throw reportInvalid('bundle', bundle)
      return { value: (await openBundleInTurns(bundle, reportInvalid, lists)).apply(), ageMs: known.ageMs }
    },
  })
  return bundles
}
