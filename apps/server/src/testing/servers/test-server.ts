import { tmpdir } from 'node:os'
import { type Organization, type Plan, type Project, plans, type Role } from '@bunting/contract'
import { openApiDocument } from '@bunting/contract/openapi'
import { pino } from 'pino'
import { inject } from 'vitest'
import { readAllowedHosts } from '../../base/allowed-hosts.ts'
import { logOptions } from '../../base/log.ts'
import { checkoutAssets } from '../../checkout-assets.ts'
import { openDelivery } from '../../delivery/app.ts'
import type { DeliverySettings } from '../../delivery/deps.ts'
import type { Edge } from '../../edge/edge.ts'
import { openMemoryEdge } from '../../edge/memory.ts'
import { startPublisher } from '../../edge/publish/publish.ts'
import { takeUses } from '../../edge/publish/take-uses.ts'
import { openRateLimiter } from '../../http/auth/rate-limit.ts'
import { openTried } from '../../http/auth/recent-credentials.ts'
import { openSecrets } from '../../http/auth/secrets.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Webhooks } from '../../http/ports/webhooks.ts'
import { listen } from '../../http/server/listen.ts'
import type { UnreadBounds } from '../../http/server/unread-answers.ts'
import { managementApp } from '../../management/app.ts'
import { jobsOf } from '../../management/jobs.ts'
import { openLive } from '../../management/live/open-live.ts'
import { newId, newKeySecret, newListSalt, newSecret, newWebhookSecret, openClock } from '../../random.ts'
import { noGuests } from '../../rules/access/admission.ts'
import { maxBundleBytes as usualMaxBundleBytes } from '../../rules/configs/bundle-size.ts'
import { startRunner } from '../../runner/runner.ts'
import { signIn } from '../../sign-in/app.ts'
import { attemptJobs } from '../../sign-in/attempt/attempts.ts'
import type { SignInSettings } from '../../sign-in/settings.ts'
import { openTelemetry, type TelemetrySettings } from '../../telemetry/open-telemetry.ts'
import { type Subjects, storedSubjects } from '../../telemetry/units/subjects.ts'
import { deliveryJobs } from '../../webhooks/delivery-jobs.ts'
import { type OpenWebhooks, openWebhooks, type SendingDeps } from '../../webhooks/open-webhooks.ts'
import type { Resolve } from '../../webhooks/resolve.ts'
import { atEnd } from '../at-end.ts'
import { type Answer, readAnswer, type Send } from '../clients/answer.ts'
import { documentChecker } from '../clients/document-checker.ts'
import { openTestEventLog, openTestStore } from '../databases/test-store.ts'
import { type TestMember, testMember } from '../test-member.ts'
import { type TestOrganization, testOrganization } from '../test-organization.ts'
import { shortRests } from './short-rests.ts'
import { unboundedMs, unboundedRoom, unboundedStreams } from './unbounded.ts'

export type TestServer = {
  deps: Deps
  deliveryUrl: string
  /** The lines of the log. */
  logged: string[]
  /** Moves the clock ahead by this much. */
  moveClock(ms: number): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON to the Management API, and checks the response against the OpenAPI document. */
  send(method: string, path: string, send?: Send): Promise<Answer>
  newOrganization(plan?: Plan): Promise<TestOrganization>
  /** Runs the nightly job, which also runs at each start. */
  runNightly(): Promise<boolean>
  /** Flushes Delivery's recorded evaluations and key uses without waiting for the interval. */
  flushRecorded(): Promise<void>
  newMember(organization: { id: string }, role: Role): Promise<TestMember>
  /** The number of queries of the work, which runs twice. Background work is stopped, since its queries would count. */
  queriesOf(work: () => Promise<unknown>): Promise<number>
  /** Runs a statement directly on the database, as its operator can. */
  execute(statement: string): Promise<unknown[]>
}

export const adminToken = 'the-operator-of-the-tests-and-nobody-else'

const url = 'http://management.test'
const check = documentChecker(openApiDocument(url))
const nobody: SignInSettings = { provider: undefined, guests: noGuests, localLink: false }

export type TestOptions = {
  wrapEdge?: (edge: Edge) => Edge
  edgeTimeoutMs?: number
  /** The delay before changes that the edge did not take are published again. */
  retryMs?: number
  maxBundleBytes?: number
  delivery?: Partial<DeliverySettings>
  /** The most data that callers of Delivery may leave unread. */
  unread?: Partial<UnreadBounds>
  signIn?: Partial<SignInSettings>
  publicUrl?: string
  doors?: Partial<Pick<Deps, 'trustedProxies' | 'metricsTokens' | 'securityContact'>>
  limiters?: Partial<Deps['limiters']>
  approvals?: Deps['approvals']
  /** 0 by default, since members in tests have just joined. */
  strictReviewerHours?: number
  prometheus?: Deps['prometheus']
  /** Stops the clock unless the test moves it, so that nothing becomes due because a machine is slow. */
  stopClock?: boolean
  /** Whether to open an event log. */
  analytics?: boolean
  telemetry?: Partial<TelemetrySettings>
  /** What units are tracked for. */
  subjects?: Subjects
  respectGpc?: boolean
  /** Figures of units, for tests of the results. */
  units?: Deps['units']
  webhooks?: Partial<Webhooks>
  /** Sends messages to webhooks. Without it nothing is sent, and every address is accepted. */
  sending?: { allow?: string; resolve?: Resolve; random?: () => number }
}

const telemetrySettings: TelemetrySettings = {
  retentionDays: 100,
  bytesPerDay: 2 ** 40,
  valuesPerDay: 1_000,
  rests: shortRests.telemetry,
}

export const unlimited: Omit<DeliverySettings, 'http'> = {
  serverLimit: undefined,
  clientLimit: undefined,
  failedLimit: undefined,
  lookupLimit: undefined,
  trustedProxies: undefined,
  countryHeader: undefined,
  prefix: '',
  streams: unboundedStreams,
  metricsTokens: undefined,
  shownMetrics: ['delivery'],
  copyDir: undefined,
  record: 'none',
  track: false,
  respectGpc: false,
  rests: shortRests.delivery,
}

/** Starts the real apps on a real database, of the kind that the project tests. */
export const startTestServer = async (options: TestOptions = {}): Promise<TestServer> => {
  const { wrapEdge = (edge) => edge, edgeTimeoutMs = 30_000, retryMs, publicUrl = url, approvals = 'actors' } = options
  const { maxBundleBytes = usualMaxBundleBytes, strictReviewerHours = 0 } = options
  const startedMs = Date.now()
  const systemMs = options.stopClock ? () => startedMs : () => Date.now()
  const clock = openClock(systemMs)
  let aheadUs = 0
  const nowUs = () => clock() + aheadUs
  const { store, databaseUrl, execute, queries, close } = await openTestStore(() => systemMs() * 1_000 + aheadUs)
  const logged: string[] = []
  const log = pino(logOptions, { write: (line) => logged.push(line) })
  const edge = wrapEdge(openMemoryEdge(store))
  const publisher = await startPublisher({ store, edge, log, nowMs: Date.now, retryMs, timeoutMs: edgeTimeoutMs })
  const unlimitedRate = openRateLimiter(undefined, Date.now)
  const all = { management: unlimitedRate, kept: unlimitedRate, failed: unlimitedRate, lookups: unlimitedRate }
  const limiters = { ...all, ...options.limiters }
  const nowMs = () => Math.floor(nowUs() / 1_000)
  const eventLog = options.analytics ? await openTestEventLog(databaseUrl, nowMs) : undefined
  const settings = { ...telemetrySettings, ...options.telemetry }
  const subjects = options.subjects ?? storedSubjects(store)
  const telemetry = eventLog && openTelemetry({ store, edge, subjects, eventLog, log, nowMs }, settings)
  const units = options.units ?? telemetry?.units
  edge.onUsed(takeUses(store, nowMs))
  if (telemetry) {
    edge.onRecorded(telemetry.takeRecorded)
    edge.onTracked(telemetry.units.takeTracked)
  }
  const eventRetentionDays = settings.retentionDays
  const doors = { trustedProxies: undefined, metricsTokens: undefined, securityContact: undefined, ...options.doors }
  const adminTokens = openSecrets([adminToken])
  const random = { nowUs, newId, newSecret, newKeySecret, newWebhookSecret, newListSalt, scratchDir: tmpdir() }
  const serving = openDelivery({
    edge,
    log,
    settings: {
      http: inject('deliveryHttp'),
      ...unlimited,
      track: telemetry !== undefined,
      respectGpc: options.respectGpc ?? false,
      ...options.delivery,
    },
  })
  const delivery = await listen(serving, '127.0.0.1', 0, {
    ...unboundedRoom,
    unread: { ...unboundedRoom.unread, ...options.unread },
  })
  const deliveryUrl = `http://127.0.0.1:${delivery.port}`
  const sending = openTestWebhooks({ store, publicUrl, ...random }, options.sending)
  const webhooks = { ...sending, ...options.webhooks }
  const live = openLive({ store, log, nowUs }, Number.POSITIVE_INFINITY)
  const { prometheus } = options
  const services = { webhooks, telemetry, units, respectGpc: options.respectGpc ?? false, prometheus, live }
  const tried = openTried(nowMs)
  const given = {
    limiters,
    tried,
    approvals,
    strictReviewerHours,
    adminTokens,
    publicUrl,
    deliveryUrl,
    eventRetentionDays,
    ...services,
  }
  const deps: Deps = { store, publisher, maxBundleBytes, log, assets: checkoutAssets, ...random, ...given, ...doors }
  const app = managementApp(deps, { checks: { database: store.ping } })
  signIn(app, deps, { ...nobody, ...options.signIn })
  const runner = startRunner({
    store,
    log,
    jobs: { ...jobsOf(deps), ...attemptJobs(deps), ...deliveryJobs(deps), ...sending.jobs, ...telemetry?.units.jobs },
    stopTimeoutMs: unboundedMs,
  })
  atEnd(async () => {
    await Promise.all([sending.close(), runner.close()])
    live.close()
    serving.close()
    await delivery.close()
    await serving.flushAndClose()
    await telemetry?.close()
    await eventLog?.close()
    await publisher.close()
    await close()
  })

  const send = async (method: string, path: string, { key, body, headers = {} }: Send = {}): Promise<Answer> => {
    const response = await app.request(`${url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isSentAsItIs(body) ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const answer = await readAnswer(response)
    check(method, path.split('?', 1)[0] as string, answer)
    return answer
  }

  return {
    deps,
    deliveryUrl,
    logged,
    moveClock: (ms) => {
      aheadUs += ms * 1_000
      runner.wake()
    },
    fetch: async (path, init) => app.request(`${url}${path}`, init),
    send,
    runNightly: () => {
      if (!telemetry) throw new Error('this server has no event log')
      return telemetry.runNightly()
    },
    flushRecorded: serving.flush,
    queriesOf: async (work) => {
      await publisher.close()
      await runner.close()
      const count = async () => {
        await serving.flush()
        const before = queries()
        await work()
        return queries() - before
      }
      // The uses of keys are saved when a minute ends, which affects one of the two runs at most.
      return Math.min(await count(), await count())
    },
    execute,
    newMember: ({ id }, role) => testMember(deps, send, id, role),
    newOrganization: async (plan = plans[2]) => {
      const { body } = await send('POST', '/admin/v1/organizations', { key: adminToken, body: { name: 'Test', plan } })
      return testOrganization(send, body as Organization & { project: Project & { environments: [] }; key: string })
    },
  }
}

const isSentAsItIs = (body: unknown): boolean => typeof body === 'string' || body instanceof Uint8Array

const openTestWebhooks = (
  deps: Pick<SendingDeps, 'store' | 'publicUrl' | 'nowUs' | 'newId'>,
  sending: TestOptions['sending'],
): OpenWebhooks => {
  const { allow = '127.0.0.0/8', resolve = async () => ['127.0.0.1'], random = () => 0.5 } = sending ?? {}
  const ssrfGuard = { allowed: readAllowedHosts(allow), resolve }
  const webhooks = openWebhooks({ ...deps, ssrfGuard, atOnce: 100, random })
  return sending ? webhooks : { ...webhooks, jobs: {} }
}
