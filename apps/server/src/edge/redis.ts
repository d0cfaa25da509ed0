import type { EnvironmentId } from '@bunting/contract'
import type { Logger } from '../http/log.ts'
import type { Edge, EdgeKey, Marker, Notice } from './edge.ts'
import { connectRedis, type RedisClient } from './redis-connect.ts'
import { recordedIn } from './redis-recorded.ts'
import { usedIn } from './redis-used.ts'
import { isTokenOf, streamToken } from './stream-token.ts'

const channel = 'bunting:notices'
/** Its number goes up whenever more is published than before: then everything is published again, once. */
const markerKey = 'bunting:marker:2'
const bundleKey = (environmentId: string): string => `bunting:bundle:${environmentId}`
const keyKey = (hash: string): string => `bunting:key:${hash}`
const streamKeyKey = (token: string): string => `bunting:stream-key:${token}`

const patienceMs = 2_000

/** Compared and replaced in one step, so that the order in which writers finish does not matter. */
const putNewer = `
local current = redis.call('HGET', KEYS[1], 'revision')
if current and tonumber(current) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'text', ARGV[2])
return 1`

const advanceExisting = `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return redis.call('INCR', KEYS[1])`

const restoreAtLeast = `
local current = tonumber(redis.call('GET', KEYS[1]) or 0)
return redis.call('SET', KEYS[1], math.max(current, tonumber(ARGV[1])))`

/** An edge that forgot its keys must not have them refused. */
export class EdgeIncomplete extends Error {}

/** The edge cache in Redis or Valkey, shared by every instance. One that is away now is waited for a moment, no more. */
export const openRedisEdge = async (url: string, log: Logger): Promise<Edge> => {
  const commands = connect(url, log, 'commands')
  const notices = connect(url, log, 'notices')
  const listeners = new Set<(notice: Notice) => void>()
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  notices.on('message', (_, text: string) => tell(JSON.parse(text) as Notice))
  // Notices that came while the connection was down are gone.
  notices.on(
    'ready',
    () =>
      void notices.subscribe(channel).then(
        () => tell('everything'),
        () => undefined,
      ),
  )

  commands.once('ready', () => void warnOfEviction(commands, log))

  await Promise.all([commands, notices].map(readyOrLate))

  const put = async (key: string, revision: number, text: string, notice: Notice): Promise<void> => {
    await commands.eval(putNewer, 1, key, revision, text)
    await commands.publish(channel, JSON.stringify(notice))
  }

  const notThere = async (): Promise<undefined> => {
    if ((await commands.exists(markerKey)) === 1) return undefined
    throw new EdgeIncomplete('the edge cache is empty or still being filled')
  }

  return {
    putBundle: async (environmentId, read) => {
      const { revision, text } = await read()
      await put(bundleKey(environmentId), revision, text, { bundle: environmentId })
    },
    putKey: async ({ hash, revision, key }) => {
      // It never changes, and means nothing without the key.
      if (key) await commands.set(streamKeyKey(streamToken(key.id, hash)), hash)
      await put(keyKey(hash), revision, JSON.stringify(key), { key: hash })
    },
    readBundle: async (environmentId: EnvironmentId) => {
      const [revision, text] = await commands.hmget(bundleKey(environmentId), 'revision', 'text')
      return text == null ? undefined : { environmentId, revision: Number(revision), text }
    },
    readKey: async (hash) => {
      const text = await commands.hget(keyKey(hash), 'text')
      if (text !== null) return (JSON.parse(text) as EdgeKey | null) ?? undefined
      return notThere()
    },
    readStreamKey: async (token) => {
      const hash = await commands.get(streamKeyKey(token))
      if (hash === null) return notThere()
      return isTokenOf(token, hash) ? hash : undefined
    },
    onNotice: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...recordedIn(commands, log),
    ...usedIn(commands, log),
    marker: markerIn(commands),
    ping: async () => {
      await commands.ping()
    },
    close: async () => {
      listeners.clear()
      commands.disconnect()
      notices.disconnect()
    },
  }
}

const markerIn = (commands: RedisClient): Marker => ({
  read: async () => {
    const value = await commands.get(markerKey)
    return value === null ? undefined : Number(value)
  },
  advance: async () => ((await commands.eval(advanceExisting, 1, markerKey)) as number | null) ?? undefined,
  restore: async (atLeast) => {
    await commands.eval(restoreAtLeast, 1, markerKey, atLeast)
  },
})

const readyOrLate = (client: RedisClient): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.once('ready', resolve)
  setTimeout(resolve, patienceMs).unref()
  return promise
}

/** A Redis that drops keys when it is full would take flags away without anybody having changed them. */
const warnOfEviction = async (commands: RedisClient, log: Logger): Promise<void> => {
  const memory = await commands.info('memory').catch(() => '')
  const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1]
  if (policy === undefined || policy === 'noeviction' || /maxmemory:0\s/.test(memory)) return
  log.warn({ policy }, 'this Redis may evict keys, and flags with them: set maxmemory-policy noeviction')
}

/** Says when the connection is lost and when it is back, once each, whatever happens in between. */
const connect = (url: string, log: Logger, purpose: string): RedisClient => {
  const client = connectRedis(url)
  let lost = false
  client.on('error', (error: Error) => {
    if (!lost) log.warn({ err: error, purpose }, 'Redis does not answer; serving what is known and trying again')
    lost = true
  })
  client.on('ready', () => {
    if (lost) log.info({ purpose }, 'Redis answers again')
    lost = false
  })
  return client
}
