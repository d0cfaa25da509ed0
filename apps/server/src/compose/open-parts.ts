import type { Assets } from '../base/assets.ts'
import type { Logger } from '../base/log.ts'
import { measureQuery } from '../base/metrics.ts'
import type { Config } from '../config/config.ts'
import type { Edge } from '../edge/edge.ts'
import type { RedisLimits } from '../edge/redis/edge.ts'
import type { Store } from '../store/store.ts'
import type { EventLog } from '../store/tables/event-log.ts'

// Parts are imported only if the configuration needs them: each costs memory and time at the start.

export const openEdge = async (
  { redisUrl }: Config,
  store: Store | undefined,
  log: Logger,
  limits?: Partial<RedisLimits>,
): Promise<Edge> => {
  if (redisUrl !== undefined) return openRedis(redisUrl, log, limits)
  if (store) return (await import('../edge/memory.ts')).openMemoryEdge(store)
  throw new Error('without Redis, Delivery needs the store in its own process')
}

export const openRedis = async (url: string, log: Logger, limits?: Partial<RedisLimits>): Promise<Edge> =>
  (await import('../edge/redis/edge.ts')).openRedisEdge(url, log, limits)

export const openDatabase = async (
  { databaseUrl, dataDir }: Config,
  log: Logger,
  noticeMs?: number,
): Promise<Store> => {
  const { openStore } = await import('../store/store.ts')
  let store: Store | undefined
  const hear = (event: Parameters<typeof measureQuery>[0]): void => {
    measureQuery(event)
    if (event.level === 'error') store?.failed(event.error)
  }
  if (databaseUrl === undefined) {
    const { openSqliteWithCopier } = await import('../store/connect/sqlite.ts')
    const { db, copier } = openSqliteWithCopier(dataDir, hear)
    store = await openStore(db, 'sqlite', { copier, log })
    return store
  }
  const { connectionError, openPostgres } = await import('../store/connect/postgres.ts')
  const { openPostgresChannel } = await import('../store/connect/postgres-channel.ts')
  const lost = (error: Error) =>
    log.warn({ err: error }, 'an idle connection to PostgreSQL broke; the pool opens another')
  try {
    const openChannel = openPostgresChannel(databaseUrl, log, noticeMs)
    store = await openStore(openPostgres(databaseUrl, hear, lost), 'postgres', { openChannel, log })
    return store
  } catch (error) {
    throw connectionError(error)
  }
}

export const openPrometheus = async ({ prometheus }: Config, log: Logger) =>
  prometheus && (await import('../prometheus/open-prometheus.ts')).openPrometheus(prometheus, log)

export const openEventLog = async (
  { databaseUrl, dataDir }: Config,
  assets: Assets,
  log: Logger,
): Promise<EventLog> => {
  const { logProgress } = await import('../telemetry/log-progress.ts')
  const onProgress = logProgress(log)
  if (databaseUrl === undefined) {
    const { openSqliteEventLog } = await import('../telemetry/event-log/sqlite.ts')
    return openSqliteEventLog(dataDir, { nowMs: Date.now, onProgress, startThread: assets.startThread })
  }
  const { openPostgresEventLog } = await import('../telemetry/event-log/postgres.ts')
  const onLost = (error: Error) => log.warn({ err: error }, 'an idle connection of the event log broke')
  return openPostgresEventLog(databaseUrl, { nowMs: Date.now, onProgress, onLost })
}
