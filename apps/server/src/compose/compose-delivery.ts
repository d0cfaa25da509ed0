import { join } from 'node:path'
import type { Logger } from '../base/log.ts'
import { boundsOf } from '../config/bounds.ts'
import { type Config, httpUrl } from '../config/config.ts'
import { openDelivery } from '../delivery/app.ts'
import type { DeliveryRests, DeliverySettings } from '../delivery/deps.ts'
import { startWorkers } from '../delivery/workers.ts'
import type { Edge } from '../edge/edge.ts'
import { lookupsPastFailures } from '../http/auth/rate-limit.ts'
import { openSecret } from '../http/auth/secrets.ts'
import type { MetricsPart } from '../http/probes/read-metrics.ts'
import { prefixOf } from '../http/server/prefix.ts'
import { filesFor } from '../rules/access/connections.ts'
import type { Closing } from './closing.ts'
import { listenAt } from './listen-at.ts'

type DeliveryParts = { edge: Edge; log: Logger; closing: Closing; rests?: Partial<DeliveryRests> }

/** Starts Delivery, and returns the address on which it listens. */
export const startDelivery = async (config: Config, { edge, log, closing, rests }: DeliveryParts): Promise<string> => {
  const { delivery: maxConnections, streams } = boundsOf(config)
  if (config.deliveryWorkers > 1) {
    const workers = await startWorkers(config.deliveryWorkers, edge, log, shownOnDelivery(config))
    closing.listeners.push(workers.close)
    return httpUrl(config.host, workers.port)
  }
  const { total } = config.streams
  if (total !== undefined && total > streams.total) {
    log.warn(
      { streams: streams.total, openFilesNeeded: filesFor(total, config.role === 'all') },
      'BUNTING_MAX_STREAMS is more than the open files allow: raise the limit to those needed (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of a container)',
    )
  }
  const delivery = openDelivery({
    edge,
    log,
    settings: { ...deliverySettings(config), streams, ...(rests && { rests }) },
  })
  closing.parts.push(delivery.flushAndClose)
  // Streams never end by themselves, so they are closed before the listener, which would wait for them.
  closing.listeners.push(async () => delivery.close())
  const room = { listener: 'delivery', maxConnections, trustedProxies: config.trustedProxies }
  const listener = await listenAt('BUNTING_DELIVERY_PORT', delivery, config.host, config.deliveryPort, room)
  closing.listeners.push(listener.close)
  return httpUrl(config.host, listener.port)
}

const shownOnDelivery = ({ role }: Config): MetricsPart[] =>
  role === 'delivery' ? ['delivery', 'others'] : ['delivery']

const deliverySettings = (config: Config): Omit<DeliverySettings, 'streams'> => ({
  http: config.deliveryHttp,
  serverLimit: config.limits.server,
  clientLimit: config.limits.client,
  failedLimit: config.limits.failed,
  lookupLimit: lookupsPastFailures,
  trustedProxies: config.trustedProxies,
  prefix: config.publicDeliveryUrl === undefined ? '' : prefixOf(config.publicDeliveryUrl),
  countryHeader: config.countryHeader,
  listsBytes: config.listsBytes,
  metricsTokens: openSecret(config.metricsToken),
  shownMetrics: shownOnDelivery(config),
  record: config.analytics ? config.recordEvaluations : 'none',
  track: config.analytics,
  respectGpc: config.respectGpc,
  // Without Redis no copy is needed: the database is in the same process.
  copyDir: config.redisUrl === undefined ? undefined : join(config.dataDir, 'delivery'),
})
