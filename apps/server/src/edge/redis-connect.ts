import { Cluster, Redis, type RedisOptions } from 'ioredis'

export type RedisClient = Redis | Cluster

/** A command either answers soon or fails: whoever waits has something better to do than to queue. */
const impatient: RedisOptions = {
  commandTimeout: 1_500,
  connectTimeout: 1_500,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
}

const addressesOf = (hosts: string, defaultPort: number) =>
  hosts.split(',').map((address) => {
    const [host = '', port] = address.split(':')
    return { host, port: Number(port ?? defaultPort) }
  })

/**
 * One Redis: `redis://[user:password@]host:port/db` (`rediss://` for TLS).
 * Sentinel: `redis+sentinel://[user:password@]host:port,host:port/master-name`.
 * Cluster: `redis+cluster://[user:password@]host:port,host:port`.
 */
export const connectRedis = (url: string): RedisClient => {
  const match = /^redis(s)?(?:\+(sentinel|cluster))?:\/\/(?:([^:@/]*):?([^@/]*)@)?([^/]+)(?:\/(.*))?$/.exec(url)
  const [, tls, kind, user, password, hosts = '', path = ''] = match ?? []
  const credentials = {
    ...(user ? { username: decodeURIComponent(user) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(tls ? { tls: {} } : {}),
  }
  if (kind === 'cluster') {
    const redisOptions = { ...impatient, ...credentials }
    return new Cluster(addressesOf(hosts, 6379), { redisOptions, enableOfflineQueue: false })
  }
  if (kind === 'sentinel') {
    return new Redis({ ...impatient, ...credentials, sentinels: addressesOf(hosts, 26_379), name: path })
  }
  return new Redis(url, impatient)
}
