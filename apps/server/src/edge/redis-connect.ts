import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { type Host, type RedisAddress, readRedisAddress } from './redis-address.ts'

export type RedisClient = Redis | Cluster

export type Connected = {
  commands: RedisClient
  /** The one that listens. */
  notices: Redis
  close(): void
}

/** A command either answers soon or fails: whoever waits has something better to do than to queue. */
const failFast: RedisOptions = {
  commandTimeout: 1_500,
  connectTimeout: 1_500,
  // A host that hangs or vanishes ends no connection: one that owes an answer for so long is given up.
  socketTimeout: 3_000,
  disconnectTimeout: 500,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
}

export const connectRedis = (url: string): Connected => {
  const address = readRedisAddress(url)
  const options = { ...failFast, ...address.login, ...(address.tls ? { tls: {} } : {}) }
  if (address.kind === 'cluster') return keepConnected(connectCluster(address.hosts, options))
  const connect = () => new Redis({ ...options, ...whereabouts(address) })
  return keepConnected({ commands: connect(), notices: connect() })
}

type Clients = Omit<Connected, 'close'>

/** A client ends for good when it is told of another master in the moment in which it looks for one: then it begins anew. */
const keepConnected = ({ commands, notices }: Clients): Connected => {
  let closed = false
  const clients = [commands, notices]
  for (const client of clients) {
    client.on('end', () => {
      if (!closed) client.connect().catch(() => undefined)
    })
  }
  const close = () => {
    closed = true
    for (const client of clients) client.disconnect()
  }
  return { commands, notices, close }
}

const whereabouts = (address: Exclude<RedisAddress, { kind: 'cluster' }>): RedisOptions => {
  if (address.kind === 'single') return { ...address.hosts[0], db: address.db }
  const { username, password } = address.sentinelLogin
  return {
    sentinels: [...address.hosts],
    name: address.name,
    // They tell when another Redis takes over; one that hangs is not waited for.
    failoverDetector: true,
    sentinelCommandTimeout: 1_500,
    ...(username === undefined ? {} : { sentinelUsername: username }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(address.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  }
}

/** What is published to a cluster reaches every node: one of them is listened to, and when that is gone another. */
const connectCluster = (hosts: readonly Host[], options: RedisOptions): Clients => {
  const commands = new Cluster([...hosts], {
    redisOptions: options,
    enableOfflineQueue: false,
    slotsRefreshInterval: 5_000,
    // A certificate is made out to a name, not to what that stands for.
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
