import { outageOf } from '../../base/outage.ts'
import type { EdgeKey } from '../../edge/edge.ts'
import { InvalidEntry, openInvalidReports } from '../../edge/format/invalid-entries.ts'
import { keyIn } from '../../edge/format/key-in.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { DeliveryDeps } from '../deps.ts'
import { type HeldLists, openHeldLists } from '../lists/held-lists.ts'
import { openListCopies } from '../lists/list-copies.ts'
import { openBundleCache } from './bundle-cache.ts'
import { type Cache, openCache } from './cache.ts'
import { openLastKnown } from './disk-copy.ts'

export type EdgeCache = {
  keys: Cache<EdgeKey>
  /** The hashes of keys, by the tokens that stand in for them. */
  streamKeys: Cache<string>
  bundles: Cache<CompiledBundle>
  lists: HeldLists
  /** Calls the listener with every new bundle. Returns a function that stops it. */
  onBundle(listener: (bundle: CompiledBundle) => void): () => void
  /** Calls the listener with the hash of every key that turned out to be revoked. Returns a function that stops it. */
  onRevoked(listener: (hash: string) => void): () => void
  /** Finishes the copies on disk of what is served. */
  close(): Promise<void>
}

const ttlMs = 30_000
const retryMs = 1_000
/** Bundles are megabytes and may change all the time: after writing copies, rest this many times as long as that took. */
const restTimes = 20
const usualRestMs = 2_000
const usualListsBytes = 1024 ** 3

/** Keys and compiled bundles of the environments that this instance serves, kept current by the edge's notices. */
export const openEdgeCache = ({ edge, log, settings }: DeliveryDeps): EdgeCache => {
  const bundleListeners = new Set<(bundle: CompiledBundle) => void>()
  const revocationListeners = new Set<(hash: string) => void>()
  const onUnwritable = once((error) =>
    log.warn({ err: error, dir: settings.copyDir }, 'no copy of what is served can be kept on disk'),
  )
  const copy = openLastKnown(settings.copyDir, onUnwritable)
  const reportInvalid = openInvalidReports(log)
  const outage = outageOf(log, {
    failing: 'the edge cache cannot be read; serving what is known',
    again: 'the edge cache can be read again',
  })
  const onError = (error: unknown): void => {
    // An invalid entry was reported already, and is no outage: others can be read.
    if (!(error instanceof InvalidEntry)) outage.failed(error)
  }
  const remember = (name: string, value: EdgeKey | string | undefined, before: EdgeKey | string | undefined): void => {
    const text = JSON.stringify(value)
    copy.remember(name, value === undefined ? undefined : () => text, text !== JSON.stringify(before))
  }
  const options = { ttlMs, retryMs, nowMs: () => performance.now(), onError }

  const keys = openCache<EdgeKey, EdgeKey>({
    ...options,
    maxEntries: 100_000,
    read: (hash) => edge.readKey(hash),
    replaces: () => true,
    apply: (key) => key,
    onKept: (hash, key, before) => {
      remember(hash, key, before)
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

  const streamKeys = openCache<string, string>({
    ...options,
    maxEntries: 100_000,
    read: (token) => edge.readStreamKey(token),
    replaces: () => true,
    apply: (hash) => hash,
    onKept: remember,
    recall: async (token) => {
      const known = await copy.recall(token)
      return known && { value: JSON.parse(known.text) as string, ageMs: known.ageMs }
    },
  })

  const { copiesMs = usualRestMs } = settings.rests ?? {}
  const bundleCopy = openLastKnown(settings.copyDir, onUnwritable, (tookMs) => Math.max(copiesMs, restTimes * tookMs))
  const onNew = (bundle: CompiledBundle): void => {
    for (const listener of bundleListeners) listener(bundle)
  }
  const copies = settings.copyDir === undefined ? undefined : openListCopies(settings.copyDir, log)
  const lists = openHeldLists({ edge, log, copies }, settings.listsBytes ?? usualListsBytes)
  const bundles = openBundleCache(
    { edge, copy: bundleCopy, reportInvalid, lists: { ...lists, onTaken: onNew }, onRead: outage.worked, onNew },
    options,
  )

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
    lists,
    onBundle: (listener) => listenIn(bundleListeners, listener),
    onRevoked: (listener) => listenIn(revocationListeners, listener),
    close: async () => {
      lists.close()
      await Promise.all([copy.close(), bundleCopy.close(), copies?.close()])
    },
  }
}

/** Reports only the first error: the later ones say the same. */
const once = (tell: (error: unknown) => void): ((error: unknown) => void) => {
  let isTold = false
  return (error) => {
    if (!isTold) tell(error)
    isTold = true
  }
}

const listenIn = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
