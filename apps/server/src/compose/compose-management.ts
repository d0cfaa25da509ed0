import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Assets } from '../base/assets.ts'
import type { Logger } from '../base/log.ts'
import { removeScratchFiles } from '../base/scratch-file.ts'
import { boundsOf } from '../config/bounds.ts'
import { type Config, httpUrl } from '../config/config.ts'
import { storedWarnings } from '../config/start-warnings.ts'
import type { Edge } from '../edge/edge.ts'
import { startPublisher } from '../edge/publish/publish.ts'
import { takeUses } from '../edge/publish/take-uses.ts'
import type { RedisLimits } from '../edge/redis/edge.ts'
import { lookupsPastFailures, openRateLimiter } from '../http/auth/rate-limit.ts'
import { openTried } from '../http/auth/recent-credentials.ts'
import { openSecret, openSecrets } from '../http/auth/secrets.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { isLoopback } from '../http/server/loopback.ts'
import { managementApp } from '../management/app.ts'
import { bootstrap } from '../management/bootstrap.ts'
import { warnOfLargeBundles } from '../management/environments/warn-of-large-bundles.ts'
import { warnOfSlowConfigs } from '../management/flag-versions/warn-of-slow-configs.ts'
import { jobsOf } from '../management/jobs.ts'
import { openLive } from '../management/live/open-live.ts'
import { lookBeside } from '../management/look-beside.ts'
import { newId, newKeySecret, newListSalt, newSecret, newWebhookSecret, openClock } from '../random.ts'
import { noGuests } from '../rules/access/admission.ts'
import { maxBundleBytes } from '../rules/configs/bundle-size.ts'
import { startRunner } from '../runner/runner.ts'
import { signIn } from '../sign-in/app.ts'
import { attemptJobs } from '../sign-in/attempt/attempts.ts'
import { makeLocalLink } from '../sign-in/local-link.ts'
import type { SignInSettings } from '../sign-in/settings.ts'
import type { Publisher } from '../store/bundles/publisher.ts'
import type { Store } from '../store/store.ts'
import { type OpenTelemetry, openTelemetry, type TelemetryRests } from '../telemetry/open-telemetry.ts'
import { storedSubjects } from '../telemetry/units/subjects.ts'
import { deliveryJobs } from '../webhooks/delivery-jobs.ts'
import { openWebhooks } from '../webhooks/open-webhooks.ts'
import { openResolver } from '../webhooks/resolve.ts'
import type { Closing } from './closing.ts'
import { listenAt } from './listen-at.ts'
import { openDatabase, openEdge, openEventLog, openPrometheus } from './open-parts.ts'

type Start = {
  config: Config
  assets: Assets
  log: Logger
  closing: Closing
  rests: { noticeMs?: number; redis?: Partial<RedisLimits>; telemetry?: Partial<TelemetryRests> }
}

/** Opens the parts that use the store, before any request is answered. `listen` is called after Delivery listens. */
export const openManagement = async (start: Start) => {
  const { config, log, closing, rests } = start
  const store = await openDatabase(config, log, rests.noticeMs)
  closing.parts.push(store.close)
  const edge = await openEdge(config, store, log, rests.redis)
  closing.parts.push(edge.close)
  // The publisher detects a database that was restored from a backup.
  const publisher = await startPublisher({ store, edge, log, nowMs: Date.now })
  closing.parts.push(publisher.close)
  closing.parts.push(edge.onUsed(takeUses(store, Date.now)))
  const telemetry = await startTelemetry(start, store, edge)
  const parts = { store, edge, publisher, telemetry }
  const warnings = await storedWarnings(store)
  return { edge, warnings, listen: (deliveryUrl: string | undefined) => startManagement(start, parts, deliveryUrl) }
}

type Parts = { store: Store; edge: Edge; publisher: Publisher; telemetry: OpenTelemetry | undefined }

const startManagement = async (
  { config, assets, log, closing }: Start,
  { store, edge, publisher, telemetry }: Parts,
  deliveryUrl: string | undefined,
) => {
  const nowMs = () => performance.now()
  await removeScratchFiles(config.dataDir)
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
  // The port is known only now. No request is answered until `answer` is set below.
  const publicUrl = config.publicUrl ?? url
  const ssrfGuard = { allowed: config.webhookAllow, resolve: openResolver() }
  const webhooks = openWebhooks({ store, ssrfGuard, atOnce, publicUrl, nowUs, newId, random: Math.random })
  // Closed with the listeners, since a request that tests a webhook may be under way.
  closing.listeners.push(webhooks.close)
  const live = openLive({ store, log, nowUs }, projectStreams)
  // Streams never end by themselves, so they are closed before the listener, which would wait for them.
  closing.listeners.push(async () => live.close())
  const deps: Deps = {
    store,
    publisher,
    maxBundleBytes,
    telemetry,
    units: telemetry?.units,
    respectGpc: config.respectGpc,
    eventRetentionDays: config.eventRetentionDays,
    webhooks,
    prometheus,
    live,
    assets,
    log,
    nowUs,
    newId,
    newSecret,
    newKeySecret,
    newWebhookSecret,
    newListSalt,
    scratchDir: config.dataDir,
    limiters: {
      management: openRateLimiter(config.limits.management, nowMs),
      kept: openRateLimiter({ rate: config.savedBytesPerDay / 86_400, burst: config.savedBytesPerDay }, nowMs),
      failed: openRateLimiter(config.limits.failed, nowMs),
      lookups: openRateLimiter(lookupsPastFailures, nowMs),
    },
    tried: openTried(nowMs),
    trustedProxies: config.trustedProxies,
    adminTokens: config.adminTokens.length === 0 ? undefined : openSecrets(config.adminTokens),
    metricsTokens: openSecret(config.metricsToken),
    securityContact: config.securityContact,
    approvals: config.approvals,
    strictReviewerHours: config.strictReviewerHours,
    publicUrl,
    deliveryUrl: config.publicDeliveryUrl ?? deliveryUrl ?? httpUrl(config.host, config.deliveryPort),
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
  // The first key is shown only once, so it is created when nothing can keep the service from starting any more.
  const { firstKey } = await bootstrap(deps, { plan: config.bootstrapPlan, serverKey: config.bootstrapServerKey })
  closing.parts.push(
    lookBeside(
      log,
      'what was saved before could not be looked through for what it costs and how large it is',
      (isOver) => Promise.all([warnOfSlowConfigs({ store, log, isOver }), warnOfLargeBundles({ ...deps, isOver })]),
    ),
  )
  closing.parts.push(
    startRunner({
      store,
      log,
      jobs: {
        ...jobsOf(deps),
        ...attemptJobs(deps),
        ...deliveryJobs(deps),
        ...webhooks.jobs,
        ...telemetry?.units.jobs,
      },
    }).close,
  )
  const signInLink = settings.localLink ? await makeLocalLink(deps) : undefined
  return { firstKey, signInLink, url }
}

/** Starts telemetry, which takes in events and computes daily figures. */
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
  const telemetry = openTelemetry(
    { store, edge, subjects: storedSubjects(store), eventLog, log, nowMs: Date.now },
    settings,
  )
  closing.parts.push(telemetry.close)
  closing.parts.push(edge.onRecorded(telemetry.takeRecorded))
  closing.parts.push(edge.onTracked(telemetry.units.takeTracked))
  closing.parts.push(telemetry.startNightly())
  return telemetry
}

const signInSettings = async ({ oauth, host, publicUrl }: Config): Promise<SignInSettings> => {
  if (!oauth) {
    const localLink = isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
    return { provider: undefined, guests: noGuests, localLink }
  }
  const { openProvider } = await import('../sign-in/provider/open-provider.ts')
  return { provider: openProvider(oauth), guests: oauth.guests, localLink: false }
}
