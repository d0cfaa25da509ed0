import type { EnvironmentId } from '@bunting/contract'
import { coalesce } from '../../base/coalesce.ts'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import { traced } from '../../base/trace.ts'
import type { Publication, Publisher } from '../../store/bundles/publisher.ts'
import type { Edge } from '../edge.ts'
import { openEdgeTime } from './edge-time.ts'
import type { PublishStore } from './publish-store.ts'
import { keysAtOnce, putFrom } from './put.ts'
import { openListPuts } from './put-lists.ts'
import { refillOf } from './refill.ts'

export type PublisherDeps = {
  store: PublishStore
  edge: Edge
  log: Logger
  nowMs: () => number
  retryMs?: number
  timeoutMs?: number
}

const environmentsAtOnce = 100
const warning = 'Saved, but the edge cache refresh failed: evaluations may be stale until a retry succeeds.'

/** Resolves once it is known whether the store was restored from a backup, or if the edge cannot be reached. */
export const startPublisher = async (deps: PublisherDeps): Promise<Publisher> => {
  const { store, edge, log, retryMs = 1_000, timeoutMs = 2_000 } = deps
  const storeId = await store.checkpoints.storeId()
  const edgeTime = openEdgeTime(edge, timeoutMs)
  const lists = openListPuts(store, edge, log)
  const put = putFrom(store, edge, storeId, edgeTime, lists)
  const refill = refillOf(deps, storeId, put)
  const prepare = coalesce(refill.prepare)
  const publishEnvironment = coalesce(put.environment)
  const publishWhole = coalesce((id: EnvironmentId) => put.whole([id]))

  // Bundles first, so that a key that works has something to evaluate.
  const publishAll = async ({ environments = [], keys = [] }: Publication): Promise<void> => {
    if (environments.length + keys.length === 0) return
    const attributes = { 'bunting.environment.ids': [...environments], 'bunting.key.ids': [...keys] }
    await traced('publish', attributes, async () => {
      await prepare(undefined)
      await Promise.all(environments.map(publishEnvironment))
      await put.keys(keys)
      await refill.confirm()
    })
  }

  const attempt = async (work: Promise<void>): Promise<string | undefined> => {
    try {
      await edgeTime.within(work)
      return undefined
    } catch (error) {
      log.warn({ err: error }, 'the edge cache did not take a change; it is retried until it does')
      return warning
    }
  }

  const outage = outageOf(log, {
    failing: 'changes wait to be published; retrying until the edge cache takes them',
    again: 'every change is published to the edge cache again',
  })
  const catchUp = async (): Promise<void> => {
    await refill.check()
    await refill.fillSecrets()
    await put.noteTold()
    const environments = await store.publications.unpublishedEnvironments(environmentsAtOnce)
    const keys = await store.publications.unpublishedKeys(keysAtOnce)
    await publishAll({ environments, keys })
    lists.goOn()
  }
  // An edge that cannot be reached does not stop the start: `catchUp` looks again, and logs it.
  await refill.look().catch(() => undefined)
  const stop = repeat(retryMs, () => outage.watch(catchUp))

  return {
    publish: (publication) => attempt(publishAll(publication)),
    sync: async (environmentId) => {
      const syncWarning = await attempt(prepare(undefined).then(() => publishWhole(environmentId)))
      const flagCount = await store.publications.countFlags(environmentId)
      return { flagCount, ...(syncWarning === undefined ? {} : { syncWarning }) }
    },
    close: stop,
  }
}
