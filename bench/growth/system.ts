import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  programAt,
  type ServerProcess,
  type Settings,
  startServer,
} from '../../apps/server/src/testing/servers/server-process.ts'
import { askRedis, startRedis } from '../../apps/server/src/testing/services.ts'
import { postRequest } from '../load/request.ts'
import type { BenchDatabase } from '../support/databases.ts'
import type { Dimension, Question } from './dimension.ts'
import { makePlace, type Place, type Send, sender } from './place.ts'

const deliveryCount = 2

/** The `main.js` of another build to measure, such as one from before a change. */
const { BUNTING_BENCH_PROGRAM: other } = process.env
const start = (settings: Settings): Promise<ServerProcess> =>
  startServer(settings, other === undefined ? {} : { program: programAt(other) })

/** A Management instance, a Redis and some Delivery instances, with so many of something. */
export type System = {
  database: string
  dimension: Dimension
  size: number
  place: Place
  readonly send: Send
  /** Of the flag that changes. */
  version: number
  readonly management: ServerProcess
  /** Starts Management again; comes back with how long that took. */
  restart(): Promise<number>
  /** A Delivery instance that knows nothing yet. */
  startDelivery(): Promise<ServerProcess>
  deliveries: ServerProcess[]
  redisPid: number
  questions: Question[]
  /** The same as whole requests to Delivery. */
  requests: string[]
  /** Until an empty Redis had everything. */
  refillMs: number
  /** The same once more. */
  refill(): Promise<number>
  close(): Promise<void>
}

export const openSystem = async (
  openDatabase: () => Promise<BenchDatabase>,
  dimension: Dimension,
  size: number,
): Promise<System> => {
  const database = await openDatabase()
  const redis = await startRedis()
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
  const startManagement = () => start({ ...database.settings, BUNTING_ROLE: 'management', REDIS_URL: redis.url })
  const place = await prepare(await startManagement(), dimension, size)
  const connection = await database.connect()
  await dimension.fill?.(connection, place, size)
  await connection.settle()
  await connection.close()

  let management!: ServerProcess
  let send!: Send
  const startAgain = async (): Promise<number> => {
    const began = performance.now()
    management = await startManagement()
    send = sender(management.managementUrl, place.key)
    return began
  }
  const refill = async (): Promise<number> => {
    await askRedis(redis, 'flushall')
    const began = await startAgain()
    while (!management.stderr().concat(management.stdout()).includes('everything is published')) await setTimeout(1)
    return performance.now() - began
  }
  const refillMs = await refill()
  let started = 0
  const startDelivery = () =>
    start({
      BUNTING_ROLE: 'delivery',
      REDIS_URL: redis.url,
      BUNTING_DATA_DIR: join(dataDir, String(started++)),
      BUNTING_RATE_LIMIT_SERVER: 'off',
    })
  const deliveries = await Promise.all(Array.from({ length: deliveryCount }, startDelivery))
  const { key, flag, environment, project } = place
  const questions = dimension.questions?.(place, size) ?? [{ key, flagKey: flag.key, context: { userId: 'ada' } }]
  const { versions } = (await send('GET', `${project.path}/flags/${flag.key}`)) as unknown as Versions
  return {
    database: database.name,
    dimension,
    size,
    place,
    get send() {
      return send
    },
    version: versions[environment.id]?.version ?? 0,
    get management() {
      return management
    },
    deliveries,
    redisPid: redis.pid,
    questions,
    requests: questions.map(({ key, ...question }) =>
      postRequest('/v1/evaluate', question, { authorization: `Bearer ${key}` }),
    ),
    refillMs,
    refill: async () => {
      await management.stop()
      return refill()
    },
    restart: async () => {
      await management.stop()
      const began = await startAgain()
      return performance.now() - began
    },
    startDelivery,
    close: async () => {
      for (const server of [...deliveries, management]) await server.kill9()
      await redis.stop()
      await database.remove()
      await rm(dataDir, { recursive: true })
    },
  }
}

type Versions = { versions: Record<string, { version: number }> }

const prepare = async (server: ServerProcess, dimension: Dimension, size: number): Promise<Place> => {
  const key = server.firstKey ?? ''
  const send = sender(server.managementUrl, key)
  const place = await makePlace(send, key)
  await dimension.make?.(send, place, size)
  await server.stop()
  return place
}
