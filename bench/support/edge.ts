import { createHash } from 'node:crypto'
import type { FlagConfig } from '@bunting/engine'
import { Redis } from 'ioredis'
import { startRedis } from '../../apps/server/src/testing/services.ts'

/** A Redis filled as the publisher of earlier releases would, so that both they and this one read it, without a Management API that has to make every flag first. */
export type BenchEdge = {
  url: string
  /** Publishes an environment's flags. Answers with a server key of it. */
  publish(environmentId: string, flags: Record<string, FlagConfig>, revision?: number): Promise<string>
  stop(): Promise<void>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyOf = (environmentId: string): string => `sk_${sha256(environmentId)}`
/** Of an environment that was published. */
export const clientKeyOf = (environmentId: string): string => `pk_${sha256(environmentId)}`

const bundleText = (environmentId: string, flags: Record<string, FlagConfig>, revision: number): string => {
  const entries = Object.entries(flags).map(([key, config]) => {
    const type = typeof config.defaultValue
    return [key, { id: `flag_${key}`, type, clientSafe: true, config }] as const
  })
  return JSON.stringify({ environmentId, revision, flags: Object.fromEntries(entries) })
}

export const openBenchEdge = async (): Promise<BenchEdge> => {
  const service = await startRedis()
  const redis = new Redis(service.url)
  await redis.set('bunting:marker:2', 1)
  const putKey = async (environmentId: string, key: string, type: 'server' | 'client'): Promise<void> => {
    const id = environmentId.replace('env_', `key_${type}`)
    const scopes = type === 'client' ? ['evaluate'] : ['evaluate', 'manage', 'telemetry']
    const text = JSON.stringify({ id, orgId: 'org_bench', environmentId, type, scopes })
    await redis.hset(`bunting:key:${sha256(key)}`, { revision: 1, text })
  }
  return {
    url: service.url,
    publish: async (environmentId, flags, revision = 1) => {
      const key = keyOf(environmentId)
      await putKey(environmentId, key, 'server')
      await putKey(environmentId, clientKeyOf(environmentId), 'client')
      const text = bundleText(environmentId, flags, revision)
      await redis.hset(`bunting:bundle:${environmentId}`, { revision, text })
      await redis.publish('bunting:notices', JSON.stringify({ bundle: environmentId }))
      return key
    },
    stop: async () => {
      redis.disconnect()
      await service.stop()
    },
  }
}
