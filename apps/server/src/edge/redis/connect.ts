import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { Transfers } from '../../base/transfers.ts'
import { type Host, type RedisAddress, readRedisAddress } from './address.ts'
import { type RedisTimeouts, timeoutsOf, transfersOf } from './timeouts.ts'

export type RedisClient = Redis | Cluster

export type Connected = {
  commands: RedisClient
  /** The connection that listens to notices. */
  notices: Redis
  /** Gives more time to commands that carry a lot. */
  transfers: Transfers
  close(): void
}

const usualTimeouts: RedisTimeouts = { commandMs: 1_500, bytesPerSecond: 1024 * 1024 }

const failFast: RedisOptions = {
  connectTimeout: 1_500,
  disconnectTimeout: 500,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
}

export const connectRedis = (url: string, given: Partial<RedisTimeouts> = {}): Connected => {
  const timeouts = { ...usualTimeouts, ...given }
  const clients = connect(readRedisAddress(url), timeouts)
  return { ...clients, transfers: transfersOf(clients.commands, timeouts), close: keepConnected(clients) }
}

type Clients = Pick<Connected, 'commands' | 'notices'>

const connect = (address: RedisAddress, timeouts: RedisTimeouts): Clients => {
  const common = { ...failFast, ...timeoutsOf(timeouts), ...address.login, ...(address.tls ? { tls: {} } : {}) }
  if (address.kind === 'cluster') return connectCluster(address.hosts, common)
  const options = { ...common, ...whereabouts(address) }
  return { commands: new Redis(options), notices: new Redis(options) }
}

/** Reconnects a client that ended: it ends for good if it hears of another master just while it looks for one. */
const keepConnected = ({ commands, notices }: Clients): (() => void) => {
  let closed = false
  const clients = [commands, notices]
  for (const client of clients) {
    client.on('end', () => {
      if (!closed) client.connect().catch(() => undefined)
    })
  }
  return () => {
    closed = true
    for (const client of clients) client.disconnect()
  }
}

const whereabouts = (address: Exclude<RedisAddress, { kind: 'cluster' }>): RedisOptions => {
  if (address.kind === 'single') return { ...address.hosts[0], db: address.db }
  const { username, password } = address.sentinelLogin
  return {
    sentinels: [...address.hosts],
    name: address.name,
    // Sentinels tell when another Redis takes over; one that hangs is not waited for.
    failoverDetector: true,
    sentinelCommandTimeout: 1_500,
    ...(username === undefined ? {} : { sentinelUsername: username }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(address.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  }
}

/** A notice to a cluster reaches every node: one of them is listened to, and when that is gone another. */
const connectCluster = (hosts: readonly Host[], options: RedisOptions): Clients => {
  const commands = new Cluster([...hosts], {
    redisOptions: options,
    enableOfflineQueue: false,
    slotsRefreshInterval: 5_000,
    // A certificate is for a name, not for the addresses that it resolves to.
    ...(options.tls ? { dnsLookup: (name, found) => found(null, name) } : {}),
  })
  let turn = process.pid
  const nextNode = (): Partial<Host> => {
    const known = commands.nodes().map((node) => node.options as Host)
    const nodes = known.length === 0 ? hosts : known
    const { host, port } = nodes[turn++ % nodes.length] ?? {}
    return { ...(host && { host }), ...(port && { port }) }
  }
  const notices = new Redis({ ...options, ...nextNode() })
  notices.on('reconnecting', () => Object.assign(notices.options, nextNode()))
  return { commands, notices }
}
