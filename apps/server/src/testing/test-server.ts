import { rm } from 'node:fs/promises'
import { type Organization, type Plan, type Project, plans, type Role } from '@bunting/contract'
import { openApiDocument } from '@bunting/contract/openapi'
import { pino } from 'pino'
import { afterAll, inject } from 'vitest'
import { newId, newSecret, openClock } from '../chance.ts'
import { openDelivery } from '../delivery/app.ts'
import type { DeliverySettings } from '../delivery/deps.ts'
import type { Edge } from '../edge/edge.ts'
import { openMemoryEdge } from '../edge/memory.ts'
import { startPublisher } from '../edge/publish.ts'
import type { Deps } from '../http/deps.ts'
import { listen } from '../http/listen.ts'
import { logOptions } from '../http/log.ts'
import { measureQuery } from '../http/metrics.ts'
import { openRateLimiter } from '../http/rate-limit.ts'
import { managementApp } from '../management/app.ts'
import { signIn } from '../sign-in/app.ts'
import type { SignInSettings } from '../sign-in/settings.ts'
import { openPostgres } from '../store/connect/postgres.ts'
import { openSqlite } from '../store/connect/sqlite.ts'
import type { EventLog } from '../store/event-log.ts'
import { openStore, type Store } from '../store/store.ts'
import { openPostgresEventLog } from '../telemetry/event-log/postgres.ts'
import { openSqliteEventLog } from '../telemetry/event-log/sqlite.ts'
import { runNightly } from '../telemetry/nightly.ts'
import { takeRecorded } from '../telemetry/take-recorded.ts'
import type { Answer, Send } from './answer.ts'
import { documentChecker } from './document-checker.ts'
import { makeFolder } from './services/make-folder.ts'
import { createDatabase } from './services.ts'
import { type TestMember, testMember } from './test-member.ts'
import { type TestOrganization, testOrganization } from './test-organization.ts'

export type TestServer = {
  deps: Deps
  deliveryUrl: string
  /** What the log was told, line by line. */
  logged: string[]
  /** The clock runs this much ahead. */
  moveClock(ms: number): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON to the Management API, and holds the answer to the OpenAPI document. */
  send(method: string, path: string, send?: Send): Promise<Answer>
  newOrganization(plan?: Plan): Promise<TestOrganization>
  /** As every night, and at each start. */
  runNightly(): Promise<boolean>
  /** Hands over what Delivery recorded, without waiting for its time. */
  flushRecorded(): Promise<void>
  newMember(organization: { id: string }, role: Role): Promise<TestMember>
}

export const adminToken = 'the-operator-of-the-tests'

const url = 'http://management.test'
const nobody: SignInSettings = { provider: undefined, guests: { admins: [], domains: [] }, localLink: false }

export type TestOptions = {
  wrapEdge?: (edge: Edge) => Edge
  edgeTimeoutMs?: number
  delivery?: Partial<DeliverySettings>
  signIn?: Partial<SignInSettings>
  publicUrl?: string
  /** Whether there is an event log. */
  analytics?: boolean
}

const unlimited: DeliverySettings = {
  serverLimit: undefined,
  clientLimit: undefined,
  failedLimit: undefined,
  countryHeader: undefined,
  copyDir: undefined,
  record: 'none',
}

/** The real apps on the real database of the project that runs the test. */
export const startTestServer = async (options: TestOptions = {}): Promise<TestServer> => {
  const { wrapEdge = (edge) => edge, edgeTimeoutMs = 30_000, publicUrl = url } = options
  const { store, databaseUrl, close } = await openTestStore()
  const logged: string[] = []
  const log = pino(logOptions, { write: (line) => logged.push(line) })
  const edge = wrapEdge(openMemoryEdge(store))
  const publisher = startPublisher({ store, edge, log, retryMs: 20, timeoutMs: edgeTimeoutMs })
  const clock = openClock()
  let aheadUs = 0
  const nowUs = () => clock() + aheadUs
  const limiters = { management: openRateLimiter(undefined, Date.now), failed: openRateLimiter(undefined, Date.now) }
  const nowMs = () => Math.floor(nowUs() / 1_000)
  const eventLog = options.analytics ? await openTestEventLog(databaseUrl, nowMs) : undefined
  const eventRetentionDays = 100
  const telemetry = { eventLog, eventRetentionDays }
  if (eventLog) edge.onRecorded(takeRecorded(eventLog))
  const deps: Deps = { store, publisher, log, nowUs, newId, newSecret, limiters, adminToken, publicUrl, ...telemetry }
  const app = managementApp(deps, { checks: { database: store.ping } })
  signIn(app, deps, { ...nobody, ...options.signIn })
  const serving = openDelivery({ edge, log, settings: { ...unlimited, ...options.delivery } })
  const delivery = await listen(serving, '127.0.0.1', 0)
  const check = documentChecker(openApiDocument(url))
  afterAll(async () => {
    serving.close()
    await delivery.close()
    await serving.closeRecorder()
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
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    check(method, path.split('?', 1)[0] as string, answer)
    return answer
  }

  return {
    deps,
    deliveryUrl: `http://127.0.0.1:${delivery.port}`,
    logged,
    moveClock: (ms) => {
      aheadUs += ms * 1_000
    },
    fetch: async (path, init) => app.request(`${url}${path}`, init),
    send,
    runNightly: () => {
      if (!eventLog) throw new Error('this server has no event log')
      return runNightly({ eventLog, store, log, nowMs, retentionDays: eventRetentionDays })
    },
    flushRecorded: serving.flush,
    newMember: ({ id }, role) => testMember(deps, send, id, role),
    newOrganization: async (plan = plans[2]) => {
      const { body } = await send('POST', '/admin/v1/organizations', { key: adminToken, body: { name: 'Test', plan } })
      return testOrganization(send, body as Organization & { project: Project & { environments: [] }; key: string })
    },
  }
}

const openTestEventLog = async (databaseUrl: string | undefined, nowMs: () => number): Promise<EventLog> => {
  const ignore = () => undefined
  if (databaseUrl !== undefined) return openPostgresEventLog(databaseUrl, { nowMs, onProgress: ignore, onLost: ignore })
  const folder = await makeFolder('events')
  const eventLog = await openSqliteEventLog(folder, nowMs, ignore)
  return {
    ...eventLog,
    close: async () => {
      await eventLog.close()
      await rm(folder, { recursive: true })
    },
  }
}

type TestStore = { store: Store; databaseUrl: string | undefined; close(): Promise<void> }

const openTestStore = async (): Promise<TestStore> => {
  if (inject('database') === 'sqlite') {
    const store = await openStore(openSqlite(undefined, measureQuery), 'sqlite')
    return { store, databaseUrl: undefined, close: store.close }
  }
  const database = await createDatabase(inject('postgresUrl'))
  const store = await openStore(
    openPostgres(database.url, measureQuery, () => undefined),
    'postgres',
  )
  return {
    store,
    databaseUrl: database.url,
    close: async () => {
      await store.close()
      await database.drop()
    },
  }
}
