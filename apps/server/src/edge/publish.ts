import { setTimeout } from 'node:timers/promises'
import type { ApiKeyId, EnvironmentId } from '@bunting/contract'
import type { Logger } from '../http/log.ts'
import type { Store } from '../store/store.ts'
import { bundleOf } from './bundle.ts'
import { coalesce } from './coalesce.ts'
import type { Edge } from './edge.ts'

/** What of a change the edge has to see. */
export type Publication = { environments?: readonly EnvironmentId[]; keys?: readonly ApiKeyId[] }

export type Publisher = {
  /** Undefined when it is out; otherwise the warning for the caller. It is retried in the background either way. */
  publish(publication: Publication): Promise<string | undefined>
  /** The environment's bundle, whether it changed or not. */
  sync(environmentId: EnvironmentId): Promise<{ flagCount: number; syncWarning?: string }>
  close(): Promise<void>
}

export type PublisherDeps = { store: Store; edge: Edge; log: Logger; retryMs?: number; timeoutMs?: number }

const batch = 100

export const startPublisher = ({ store, edge, log, retryMs = 1_000, timeoutMs = 2_000 }: PublisherDeps): Publisher => {
  const publishEnvironment = coalesce(async (id: EnvironmentId): Promise<number> => {
    const snapshot = await store.publications.readEnvironment(id)
    if (!snapshot) return 0
    await within(timeoutMs, edge.putBundle(bundleOf(id, snapshot)))
    if (!snapshot.published) await store.publications.markEnvironment(id, snapshot.revision)
    return snapshot.flags.length
  })

  const publishKey = coalesce(async (id: ApiKeyId): Promise<void> => {
    const snapshot = await store.publications.readKey(id)
    if (!snapshot) return
    await within(timeoutMs, edge.putKey(snapshot))
    await store.publications.markKey(id, snapshot.revision)
  })

  // Bundles first: a key that works has something to evaluate.
  const publishAll = async ({ environments = [], keys = [] }: Publication): Promise<void> => {
    await Promise.all(environments.map(publishEnvironment))
    await Promise.all(keys.map(publishKey))
  }

  const attempt = async <Result>(work: Promise<Result>): Promise<{ done: Result } | { syncWarning: string }> => {
    try {
      return { done: await within(timeoutMs, work) }
    } catch (error) {
      log.warn({ err: error }, 'the edge cache did not take a change; it is retried until it does')
      return {
        syncWarning: 'Saved, but the edge cache refresh failed: evaluations may be stale until a retry succeeds.',
      }
    }
  }

  let failing = false
  const retry = async (): Promise<void> => {
    try {
      const environments = await store.publications.unpublishedEnvironments(batch)
      const keys = await store.publications.unpublishedKeys(batch)
      await publishAll({ environments, keys })
      if (failing) log.info('every change is published to the edge cache again')
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'changes wait to be published; retrying until the edge cache takes them')
      failing = true
    }
  }
  const stop = repeat(retryMs, retry)

  return {
    publish: async (publication) => {
      const outcome = await attempt(publishAll(publication))
      return 'syncWarning' in outcome ? outcome.syncWarning : undefined
    },
    sync: async (environmentId) => {
      const outcome = await attempt(publishEnvironment(environmentId))
      if ('done' in outcome) return { flagCount: outcome.done }
      const snapshot = await store.publications.readEnvironment(environmentId)
      return { flagCount: snapshot?.flags.length ?? 0, ...outcome }
    },
    close: stop,
  }
}

const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = globalThis.setTimeout(() => reject(new Error(`the edge cache took over ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs the work again and again, a pause between; the returned function ends it and waits for a run under way. */
const repeat = (ms: number, work: () => Promise<void>): (() => Promise<void>) => {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work()
      await setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return () => {
    stopping.abort()
    return running
  }
}
