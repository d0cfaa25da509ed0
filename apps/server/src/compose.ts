import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Assets } from './base/assets.ts'
import { type Channel, openCalls } from './base/calls.ts'
import { type Logger, openLog } from './base/log.ts'
import { StartupError } from './base/startup-error.ts'
import { boundsOf, shareOf } from './bounds.ts'
import { newId, newKeySecret, newSecret, newWebhookSecret, openClock } from './chance.ts'
import { type Closing, closeAll } from './closing.ts'
import { type Config, httpUrl } from './config.ts'
import { openDelivery } from './delivery/app.ts'
import type { DeliveryRests, DeliverySettings } from './delivery/deps.ts'
import { startWorkers } from './delivery/workers.ts'
import type { Edge } from './edge/edge.ts'
import { openPrimaryEdge } from './edge/primary.ts'
import { startPublisher } from './edge/publish.ts'
import type { RedisLimits } from './edge/redis.ts'
import { takeUses } from './edge/take-uses.ts'
import type { Room } from './http/connections.ts'
import type { Deps } from './http/deps.ts'
import { type Handler, type Listener, listen } from './http/listen.ts'
import { isLoopback } from './http/loopback.ts'
import { prefixOf } from './http/prefix.ts'
import { lookupsPastFailures, openRateLimiter } from './http/rate-limit.ts'
import { askForMetrics, type MetricsPart, ownMetrics } from './http/read-metrics.ts'
import { openSecrets, type Secrets } from './http/secrets.ts'
import { openTried } from './http/tried.ts'
import { managementApp } from './management/app.ts'
import { bootstrap } from './management/bootstrap.ts'
import { warnOfLargeBundles } from './management/environments/warn-of-large-bundles.ts'
import { warnOfSlowConfigs } from './management/flag-versions/warn-of-slow-configs.ts'
import { jobsOf } from './management/jobs.ts'
import { openLive } from './management/live/open-live.ts'
import { lookBeside } from './management/look-beside.ts'
import { openDatabase, openEdge, openEventLog, openPrometheus, openRedis } from './open-parts.ts'
import { keepPrivate } from './private-files.ts'
import { noGuests } from './rules/admission.ts'
import { maxBundleBytes } from './rules/bundle-size.ts'
import { filesFor } from './rules/connections.ts'
import { startRunner } from './runner/runner.ts'
import { signIn } from './sign-in/app.ts'
import { attemptJobs } from './sign-in/attempts.ts'
import { makeLocalLink } from './sign-in/local-link.ts'
import type { SignInSettings } from './sign-in/settings.ts'
import { startWarnings, storedWarnings } from './start-warnings.ts'
import type { Publisher } from './store/publisher.ts'
import type { Store } from './store/store.ts'
import { type OpenTelemetry, openTelemetry, type TelemetryRests } from './telemetry/open-telemetry.ts'
import { openWebhooks } from './webhooks/open-webhooks.ts'
import { openResolver } from './webhooks/resolve.ts'

export type Service = {
  /** On the first start of a database. */
  firstKey: string | undefined
  /** Signs the local admin in, once. */
  signInLink: string | undefined
  /** By role: where it listens, and where others reach it. */
  management: Address | undefined
  delivery: Address | undefined
  /** What is not as it should be, in a sentence each. */
  warnings: readonly string[]
  close(): Promise<void>
}

type Address = { url: string; publicUrl: string }

const addressAt = (url: string, publicUrl: string | undefined): Address => ({ url, publicUrl: publicUrl ?? url })

/** What is not as long as usual, for whoever has to see it end. */
export type Rests = {
  redis?: Pick<RedisLimits, 'restMs'>
  /** For so long a notice of PostgreSQL may be on its way. */
  noticeMs?: number
  delivery?: Partial<DeliveryRests>
  telemetry?: Partial<TelemetryRests>
}

/** A started service: the only place that names the concrete parts. */
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
    const store = config.role === 'delivery' ? undefined : await openDatabase(config, log, rests.noticeMs)
    if (store) closing.parts.push(store.close)
    if (store) warnings.push(...(await storedWarnings(store)))
    const edge = await openEdge(config, store, log, rests.redis)
    closing.parts.push(edge.close)
    // Before anybody is answered: a store that was set back is known as such.
    const publisher = store && (await startPublisher({ store, edge, log, nowMs: Date.now }))
    if (publisher) closing.parts.push(publisher.close)
    if (store) closing.parts.push(edge.onUsed(takeUses(store, Date.now)))
    const telemetry = store && (await startTelemetry({ config, assets, log, closing, rests }, store, edge))
    const delivery = { edge, log, closing, rests: rests.delivery }
    const deliveryUrl = config.role === 'management' ? undefined : await startDelivery(config, delivery)
    const stores = store && publisher && { store, edge, publisher, telemetry, deliveryUrl, assets }
    const started = stores && (await startManagement(config, stores, log, closing))
    return {
      firstKey: started?.firstKey,
      signInLink: started?.signInLink,
      management: started && addressAt(started.url, config.publicUrl),
      delivery: deliveryUrl === undefined ? undefined : addressAt(deliveryUrl, config.publicDeliveryUrl),
      warnings,
      close,
    }
  } catch (error) {
    // Whoever started it has to hear why it did not start, and not what else went wrong then.
    await close().catch((failed: unknown) => log.error({ err: failed }, 'what was started could not be closed'))
    throw error
  }
}

const keepsFiles = ({ role, databaseUrl, redisUrl }: Config): boolean =>
  (role !== 'delivery' && databaseUrl === undefined) || (role !== 'management' && redisUrl !== undefined)

type Stores = {
  store: Store
  edge: Edge
  publisher: Publisher
  telemetry: OpenTelemetry | undefined
  deliveryUrl: string | undefined
  assets: Assets
}

const startManagement = async (config: Config, stores: Stores, log: Logger, closing: Closing) => {
  const { store, edge, publisher, telemetry } = stores
  const nowMs = () => performance.now()
  const settings = await signInSettings(config)
  const prometheus = await openPrometheus(config, log)
  let answer: RequestListener = () => undefined
  const handler = { listener: (...request: Parameters<RequestListener>) => answer(...request) }
  const { management: maxConnections, projectStreams, webhooks: atOnce } = boundsOf(config)
  const room = { listener: 'management', maxConnections, trustedProxies: config.trustedProxies }
  const listener = await listenAt('BUNTING_MANAGEMENT_PORT', handler, config.host, config.managementPort, room)
  closing.listeners.push(listener.close)
  const url = httpUrl(config.host, listener.port)
  const nowUs = openClock()
  // Only now is it known which port it is. Nothing can have come in until there is an answer, below.
  const publicUrl = config.publicUrl ?? url
  const wall = { allowed: config.webhookAllow, resolve: openResolver() }
  const webhooks = openWebhooks({ store, wall, atOnce, publicUrl, nowUs, newId, chance: Math.random })
  // With the listeners: somebody may wait for a test of one.
  closing.listeners.push(webhooks.close)
  const live = openLive({ store, log, nowUs }, projectStreams)
  // Streams never end by themselves: the listener would wait for them.
  closing.listeners.push(async () => live.close())
  const deps: Deps = {
    store,
    publisher,
    maxBundleBytes,
    telemetry,
    eventRetentionDays: config.eventRetentionDays,
    webhooks,
    prometheus,
    live,
    assets: stores.assets,
    log,
    nowUs,
    newId,
    newSecret,
    newKeySecret,
    newWebhookSecret,
    limiters: {
      management: openRateLimiter(config.limits.management, nowMs),
      kept: openRateLimiter({ rate: config.savedBytesPerDay / 86_400, burst: config.savedBytesPerDay }, nowMs),
      failed: openRateLimiter(config.limits.failed, nowMs),
      lookups: openRateLimiter(lookupsPastFailures, nowMs),
    },
    tried: openTried(nowMs),
    trustedProxies: config.trustedProxies,
    adminTokens: config.adminTokens.length === 0 ? undefined : openSecrets(config.adminTokens),
    metricsTokens: metricsTokens(config),
    securityContact: config.securityContact,
    approvals: config.approvals,
    strictReviewerHours: config.strictReviewerHours,
    publicUrl,
    deliveryUrl: config.publicDeliveryUrl ?? stores.deliveryUrl ?? httpUrl(config.host, config.deliveryPort),
  }
  const degrading = {
    database: async () => {
      if (store.unwritable()) throw new Error('the database cannot be written to')
    },
    ...(config.redisUrl === undefined ? {} : { edge: edge.ping }),
  }
  const app = managementApp(deps, { checks: { database: store.ping }, degrading })
  signIn(app, deps, settings)
  answer = getRequestListener(app.fetch)
  // The first key is shown once: it is made when nothing can keep the service from coming up any more.
  const { firstKey } = await bootstrap(deps, { plan: config.bootstrapPlan, serverKey: config.bootstrapServerKey })
  closing.parts.push(
    lookBeside(
      log,
      'what was saved before could not be looked through for what it costs and how large it is',
      (isOver) => Promise.all([warnOfSlowConfigs({ store, log, isOver }), warnOfLargeBundles({ ...deps, isOver })]),
    ),
  )
  closing.parts.push(
    startRunner({ store, log, jobs: { ...jobsOf(deps), ...attemptJobs(deps), ...webhooks.jobs } }).close,
  )
  const signInLink = settings.localLink ? await makeLocalLink(deps) : undefined
  return { firstKey, signInLink, url }
}

type Start = { config: Config; assets: Assets; log: Logger; closing: Closing; rests: Rests }

/** Events in, daily figures out. */
const startTelemetry = async ({ config, assets, log, closing, rests }: Start, store: Store, edge: Edge) => {
  if (!config.analytics) return undefined
  const eventLog = await openEventLog(config, assets, log)
  closing.parts.push(eventLog.close)
  const settings = {
    retentionDays: config.eventRetentionDays,
    bytesPerDay: config.eventBytesPerDay,
    valuesPerDay: config.eventValuesPerDay,
    ...(rests.telemetry && { rests: rests.telemetry }),
  }
  const telemetry = openTelemetry({ store, eventLog, log, nowMs: Date.now }, settings)
  closing.parts.push(telemetry.close)
  closing.parts.push(edge.onRecorded(telemetry.takeRecorded))
  closing.parts.push(telemetry.startNightly())
  return telemetry
}

const signInSettings = async ({ oauth, host, publicUrl }: Config): Promise<SignInSettings> => {
  if (!oauth) {
    const localLink = isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
    return { provider: undefined, guests: noGuests, localLink }
  }
  const { openProvider } = await import('./sign-in/open-provider.ts')
  return { provider: openProvider(oauth), guests: oauth.guests, localLink: false }
}

type DeliveryParts = { edge: Edge; log: Logger; closing: Closing; rests?: Rests['delivery'] }

const startDelivery = async (config: Config, { edge, log, closing, rests }: DeliveryParts): Promise<string> => {
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
  closing.parts.push(delivery.closeRecorder)
  // Streams never end by themselves: the listener would wait for them.
  closing.listeners.push(async () => delivery.close())
  const room = { listener: 'delivery', maxConnections, trustedProxies: config.trustedProxies }
  const listener = await listenAt('BUNTING_DELIVERY_PORT', delivery, config.host, config.deliveryPort, room)
  closing.listeners.push(listener.close)
  return httpUrl(config.host, listener.port)
}

const listenAt = async <Message extends typeof IncomingMessage>(
  setting: string,
  handler: Handler<Message>,
  host: string,
  port: number,
  room: Room,
): Promise<Listener> => {
  try {
    return await listen(handler, host, port, room)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(`${host}:${port} is in use by another process. Stop it, or set another ${setting}.`)
    }
    throw new StartupError(`${host}:${port} cannot be listened on (${message}): look at BUNTING_HOST and ${setting}.`)
  }
}

/** A Delivery worker: of the limits it has its share. Returns what closes it. */
export const startWorker = async (config: Config, primary: Channel): Promise<() => Promise<void>> => {
  const log = openLog()
  const { ask } = openCalls(primary, ownMetrics)
  askForMetrics(() => ask({ metrics: 'shown' }))
  const edge = config.redisUrl === undefined ? openPrimaryEdge(primary, ask) : await openRedis(config.redisUrl, log)
  const closing: Closing = { listeners: [], parts: [] }
  // Its figures are in what the primary sends.
  await sendTelemetry({ ...config, otlp: config.otlp && { ...config.otlp, metrics: undefined } }, log, closing)
  closing.parts.push(edge.close)
  await startDelivery({ ...config, ...shareOf(config), role: 'delivery', deliveryWorkers: 1 }, { edge, log, closing })
  return () => closeAll(closing)
}

const metricsTokens = ({ metricsToken }: Config): Secrets | undefined =>
  metricsToken === undefined ? undefined : openSecrets([metricsToken])

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
  metricsTokens: metricsTokens(config),
  shownMetrics: shownOnDelivery(config),
  record: config.analytics ? config.recordEvaluations : 'none',
  // Without Redis, what could be copied is in the database of the same process.
  copyDir: config.redisUrl === undefined ? undefined : join(config.dataDir, 'delivery'),
})

/** To an OpenTelemetry collector. First of all, so that it is the last to close. */
const sendTelemetry = async ({ otlp, databaseUrl }: Config, log: Logger, closing: Closing): Promise<void> => {
  if (!otlp) return
  const { openOtlp } = await import('./otlp/open-otlp.ts')
  const database = databaseUrl === undefined ? 'sqlite' : 'postgresql'
  closing.parts.push(openOtlp(otlp, { log, database }))
}
