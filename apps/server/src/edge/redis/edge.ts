import { Cluster } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import { type Edge, type EdgeKey, type EdgeSecret, maxAhead, type Notice } from '../edge.ts'
import { InvalidEntry, openInvalidReports } from '../format/invalid-entries.ts'
import { keyIn } from '../format/key-in.ts'
import { noticeIn } from '../format/notice-in.ts'
import { isTokenOf, streamToken } from '../stream-token.ts'
import { type BundleLimits, bundlesIn } from './bundles.ts'
import { checkpointIn } from './checkpoint.ts'
import { connectRedis, type RedisClient } from './connect.ts'
import { entriesIn, type NewEntry } from './entry.ts'
import { heartbeat, keepHearing } from './heartbeat.ts'
import { distrustNewMasters } from './lineage.ts'
import { listsIn } from './lists.ts'
import { recordedThrough } from './recorded.ts'
import { sequenceIn } from './sequence.ts'
import type { RedisTimeouts } from './timeouts.ts'
import { trackedThrough } from './tracked.ts'
import { forgetUnknownIn, hasKeysIn } from './unknown.ts'
import { usedThrough } from './used.ts'

const channel = 'bunting:notices'
const keyPrefix = 'bunting:key:'
const keyKey = (hash: string): string => `${keyPrefix}${hash}`
const streamKeyKey = (token: string): string => `bunting:stream-key:${token}`

const timeoutMs = 2_000
const usualRestMs = 1_000
const maxKeyBytes = 16 * 1024
const hashCharacters = 64

const textOf = (notice: Notice): string => JSON.stringify(notice)

const entriesOf = (secrets: readonly EdgeSecret[]): Map<string, NewEntry> =>
  new Map(
    secrets.map(({ hash, revision, key }) => [
      keyKey(hash),
      { revision, text: JSON.stringify(key), notice: textOf({ key: hash }) },
    ]),
  )

export type RedisLimits = RedisTimeouts &
  BundleLimits & {
    /** The interval of looking for the counts and uses that Delivery sent. */
    restMs: number
  }

/** The edge has lost its keys or is still being filled, so a missing key must not be refused. */
export class EdgeIncomplete extends Error {}

/**
 * The edge cache in Redis or Valkey, shared by every instance, and maybe with other programs: everything from there is
 * checked before it is used, and skipped if it is not in our format. If Redis is away now, the start only waits for a
 * moment.
 */
export const openRedisEdge = async (url: string, log: Logger, limits: Partial<RedisLimits> = {}): Promise<Edge> => {
  const { restMs = usualRestMs } = limits
  const connected = connectRedis(url, limits)
  const { commands, notices, transfers } = connected
  tellOfOutages(commands, log, 'commands')
  tellOfOutages(notices, log, 'notices')
  const reportInvalid = openInvalidReports(log)
  const keys = entriesIn(commands, channel, maxKeyBytes, reportInvalid)
  const sequence = sequenceIn(commands, reportInvalid, maxAhead)
  const bundles = bundlesIn(connected, reportInvalid, sequence.clear, limits)
  const lists = listsIn(connected)
  const listeners = new Set<(notice: Notice) => void>()
  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }
  notices.on('message', (_, text: string) => {
    if (text === heartbeat) return
    const notice = noticeIn(text)
    if (notice) tell(notice)
    else reportInvalid('notice', 'it is not a notice')
  })
  // Notices that came while the connection was down are lost, so everything is read again.
  notices.on(
    'ready',
    () =>
      void notices.subscribe(channel).then(
        () => tell('everything'),
        () => undefined,
      ),
  )

  const stopHearing = keepHearing(connected, channel)

  commands.once('ready', () => void warnOfEviction(commands, log))

  await Promise.all([commands, notices].map(readyOrLate))

  const publish = async (notice: Notice): Promise<void> => {
    await commands.publish(channel, textOf(notice))
  }

  /** The key of a hash: null if it is revoked, undefined if there is none. */
  const readKey = async (hash: string): Promise<EdgeKey | null | undefined> => {
    const entry = await keys.read(keyKey(hash))
    if (!entry) return undefined
    const key = keyIn(entry.text)
    if (key === undefined) throw reportInvalid('key', 'it is not a key')
    return key
  }

  /** Only the store has what another client overwrote, so everything is published again. */
  const publishAgain = async (error: unknown): Promise<never> => {
    if (error instanceof InvalidEntry) await sequence.clear()
    throw error
  }

  const notThere = async (): Promise<undefined> => {
    if (await sequence.exists()) return undefined
    throw new EdgeIncomplete('the edge cache is empty or still being filled')
  }

  return {
    readBundle: bundles.readBundle,
    readRevision: bundles.readRevision,
    readList: lists.read,
    putList: lists.put,
    putListDelta: lists.putDelta,
    putBundle: async (environmentId, read) => {
      await bundles.putBundle(environmentId, read)
      await publish({ bundle: environmentId })
    },
    putKeys: async (secrets, readAgain) => {
      // Tokens never change, and mean nothing without their keys.
      const working = secrets.flatMap(({ hash, key }) => (key ? [[streamToken(key.id, hash), hash] as const] : []))
      const tokens = working.map(([token, hash]) => commands.set(streamKeyKey(token), hash))
      const put = keys.put(entriesOf(secrets), async (names) =>
        entriesOf(await readAgain(names.map((name) => name.slice(keyPrefix.length)))),
      )
      await Promise.all([...tokens, put])
    },
    readKey: async (hash) => {
      const key = await readKey(hash).catch(publishAgain)
      return key === undefined ? notThere() : (key ?? undefined)
    },
    readStreamKey: async (token) => {
      // Reads no more than a hash has, whatever another client stored there.
      const hash = await commands.getrange(streamKeyKey(token), 0, hashCharacters - 1)
      if (hash === '') return notThere()
      return isTokenOf(token, hash) ? hash : undefined
    },
    onNotice: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...recordedThrough(commands, log, reportInvalid, restMs),
    ...trackedThrough(commands, log, reportInvalid, restMs),
    ...usedThrough(commands, log, reportInvalid, restMs),
    sequence: distrustNewMasters(commands, sequence),
    checkpointOf: (storeId) => checkpointIn(commands, storeId),
    hasKeys: () => hasKeysIn(commands, keyPrefix),
    forgetUnknown: forgetUnknownIn(commands, {
      prefix: keyPrefix,
      find: (hash) => readKey(hash),
      tell: (hash) => publish({ key: hash }),
    }),
    transfers,
    ping: () => ping(commands),
    close: async () => {
      listeners.clear()
      const stopped = stopHearing()
      connected.close()
      await stopped
    },
  }
}

const readyOrLate = (client: RedisClient): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.once('ready', resolve)
  setTimeout(resolve, timeoutMs).unref()
  return promise
}

/** Warns if Redis evicts keys when it is full: it would remove flags without any change. */
const warnOfEviction = async (commands: RedisClient, log: Logger): Promise<void> => {
  const memory = await commands.info('memory').catch(() => '')
  const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1]
  if (policy === undefined || policy === 'noeviction' || /maxmemory:0\s/.test(memory)) return
  log.warn({ policy }, 'this Redis may evict keys, and flags with them: set maxmemory-policy noeviction')
}

/** In a cluster each master has to answer: without one of them some keys are missing. */
const ping = async (commands: RedisClient): Promise<void> => {
  if (!(commands instanceof Cluster)) return void (await commands.ping())
  const states = await Promise.all(commands.nodes('master').map((master) => master.cluster('INFO')))
  if (states.length === 0 || states.some((state) => !state.includes('cluster_state:ok'))) {
    throw new Error('the cluster does not serve every key')
  }
}

/** Logs when the connection is lost and when it is back, once each, whatever happens in between. */
const tellOfOutages = (client: RedisClient, log: Logger, purpose: string): void => {
  let lost = false
  client.on('error', (error: Error) => {
    if (!lost) log.warn({ err: error, purpose }, 'Redis does not answer; serving what is known and trying again')
    lost = true
  })
  client.on('ready', () => {
    if (lost) log.info({ purpose }, 'Redis answers again')
    lost = false
  })
}
