import type { Assets } from '../base/assets.ts'
import { type Logger, openLog } from '../base/log.ts'
import { type Channel, openRpc } from '../base/rpc.ts'
import { shareOf } from '../config/bounds.ts'
import type { Config } from '../config/config.ts'
import { keepPrivate } from '../config/private-files.ts'
import { startWarnings } from '../config/start-warnings.ts'
import type { DeliveryRests } from '../delivery/deps.ts'
import { openPrimaryEdge } from '../edge/primary.ts'
import type { RedisLimits } from '../edge/redis/edge.ts'
import { askForMetrics, ownMetrics } from '../http/probes/read-metrics.ts'
import type { TelemetryRests } from '../telemetry/open-telemetry.ts'
import { type Closing, closeAll } from './closing.ts'
import { openEdge, openRedis } from './open-parts.ts'

export type Service = {
  /** The key that is created on the first start of a database. */
  firstKey: string | undefined
  /** A link that signs the local admin in, once. */
  signInLink: string | undefined
  /** For each role, the address on which it listens, and the one by which others reach it. */
  management: Address | undefined
  delivery: Address | undefined
  /** Problems for the operator, a sentence each. */
  warnings: readonly string[]
  close(): Promise<void>
}

type Address = { url: string; publicUrl: string }

const addressAt = (url: string, publicUrl: string | undefined): Address => ({ url, publicUrl: publicUrl ?? url })

/** Intervals of background work, for tests: shorter than the product's own. */
export type Rests = {
  redis?: Pick<RedisLimits, 'restMs'>
  /** The longest delay of a PostgreSQL notification. */
  noticeMs?: number
  delivery?: Partial<DeliveryRests>
  telemetry?: Partial<TelemetryRests>
}

// A role loads only what it needs: Delivery alone takes half of the memory.
const loadManagement = () => import('./compose-management.ts')
const loadDelivery = () => import('./compose-delivery.ts')

/** Starts a service. Only `compose-….ts` and `open-parts.ts` name its parts. */
export const startService = async (
  config: Config,
  assets: Assets,
  log: Logger = openLog(),
  rests: Rests = {},
): Promise<Service> => {
  const closing: Closing = { listeners: [], parts: [] }
  const close = () => closeAll(closing)
  const open = keepsFiles(config) ? keepPrivate(config.dataDir) : undefined
  const warnings = [...startWarnings(config), ...(open === undefined ? [] : [open])]
  try {
    await sendTelemetry(config, log, closing)
    const start = { config, assets, log, closing, rests }
    const opened = config.role === 'delivery' ? undefined : await (await loadManagement()).openManagement(start)
    const edge = opened?.edge ?? (await openEdge(config, undefined, log, rests.redis))
    if (!opened) closing.parts.push(edge.close)
    warnings.push(...(opened?.warnings ?? []))
    const delivery = { edge, log, closing, rests: rests.delivery }
    const deliveryUrl =
      config.role === 'management' ? undefined : await (await loadDelivery()).startDelivery(config, delivery)
    const management = await opened?.listen(deliveryUrl)
    return {
      firstKey: management?.firstKey,
      signInLink: management?.signInLink,
      management: management && addressAt(management.url, config.publicUrl),
      delivery: deliveryUrl === undefined ? undefined : addressAt(deliveryUrl, config.publicDeliveryUrl),
      warnings,
      close,
    }
  } catch (error) {
    // The caller gets the error of the start; an error of closing goes to the log.
    await close().catch((failed: unknown) => log.error({ err: failed }, 'what was started could not be closed'))
    throw error
  }
}

const keepsFiles = ({ role, databaseUrl, redisUrl }: Config): boolean =>
  (role !== 'delivery' && databaseUrl === undefined) || (role !== 'management' && redisUrl !== undefined)

/** Starts a Delivery worker, with its share of the limits. Returns a function that closes it. */
export const startWorker = async (config: Config, primary: Channel): Promise<() => Promise<void>> => {
  const log = openLog()
  const { call } = openRpc(primary, ownMetrics)
  askForMetrics(() => call({ metrics: 'shown' }))
  const edge = config.redisUrl === undefined ? openPrimaryEdge(primary, call) : await openRedis(config.redisUrl, log)
  const closing: Closing = { listeners: [], parts: [] }
  // The primary process exports the metrics of its workers.
  await sendTelemetry({ ...config, otlp: config.otlp && { ...config.otlp, metrics: undefined } }, log, closing)
  closing.parts.push(edge.close)
  const { startDelivery } = await loadDelivery()
  await startDelivery({ ...config, ...shareOf(config), role: 'delivery', deliveryWorkers: 1 }, { edge, log, closing })
  return () => closeAll(closing)
}

/** Starts sending to an OpenTelemetry collector. It is opened first, so that it is closed last. */
const sendTelemetry = async ({ otlp, databaseUrl }: Config, log: Logger, closing: Closing): Promise<void> => {
  if (!otlp) return
  const { openOtlp } = await import('../otlp/open-otlp.ts')
  const database = databaseUrl === undefined ? 'sqlite' : 'postgresql'
  closing.parts.push(openOtlp(otlp, { log, database }))
}
