import type { EnvironmentId } from '@bunting/contract'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { openRedisEdge } from '../../../src/edge/redis/edge.ts'
import { openBundleReader } from '../../../src/testing/clients/bundle-reader.ts'
import type { Settings } from '../../../src/testing/servers/server-process.ts'
import { unboundedRedis } from '../../../src/testing/servers/unbounded.ts'
import { startRedis } from '../../../src/testing/services.ts'
import { databases } from './databases.ts'
import { openOrganization } from './organization.ts'

type Running = AsyncDisposable & { managementUrl: string; firstKey: string | undefined }

/** Some instances of Management with their own database and Redis, and a reader that follows what they publish. */
export const openPublished = async <Server extends Running>(
  name: keyof typeof databases,
  instances: number,
  start: (settings: Settings) => Promise<Server>,
) => {
  const database = await databases[name]()
  onTestFinished(async () => database[Symbol.asyncDispose]())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const settings = { ...database.settings, REDIS_URL: redis.url, BUNTING_ROLE: 'management' }
  const startAnother = async () => {
    const server = await start(settings)
    onTestFinished(async () => server[Symbol.asyncDispose]())
    return server
  }
  const first = await startAnother()
  const others = await Promise.all(Array.from({ length: instances - 1 }, startAnother))
  const key = first.firstKey ?? ''
  const organization = await openOrganization(key, first, ...others)
  const environmentId = organization.environmentId('development') as EnvironmentId
  const edge = await openRedisEdge(redis.url, pino({ level: 'silent' }), unboundedRedis)
  onTestFinished(() => edge.close())
  const reader = openBundleReader(edge, environmentId)
  await reader.follow()
  const neighbour = new Redis(redis.url)
  onTestFinished(() => neighbour.disconnect())
  return { first, startAnother, redis, key, organization, environmentId, reader, neighbour }
}

type Published = Awaited<ReturnType<typeof openPublished>>

/** Checks that the reader has what the database says, flag by flag. */
export const expectAsStored = async ({
  organization,
  environmentId,
  reader,
}: Pick<Published, 'organization' | 'environmentId' | 'reader'>): Promise<void> => {
  await reader.follow()
  const { revision, entries } = reader
  const { status } = await organization.post(`${organization.base}/environments/${environmentId}/sync`)
  expect(status).toBe(200)
  expect({ revision, entries }).toEqual(await reader.whole())
}
