import type { EnvironmentId } from '@bunting/contract'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { EdgeBundle } from '../../src/edge/edge.ts'
import { bundleText } from '../../src/edge/format/bundle-text.ts'
import { openRedisEdge } from '../../src/edge/redis/edge.ts'
import { newId } from '../../src/random.ts'
import { unboundedRedis } from '../../src/testing/servers/unbounded.ts'
import { startRedis } from '../../src/testing/services.ts'

// Tests the data of an earlier release in Redis, while its instances are replaced one by one, and if they come back.
const redis = await startRedis()
const earlier = new Redis(redis.url)
const edge = await openRedisEdge(redis.url, pino({ level: 'silent' }), unboundedRedis)
afterAll(async () => {
  await edge.close()
  earlier.disconnect()
  await redis.stop()
})

const bundleOf = (environmentId: EnvironmentId, revision: number): EdgeBundle => ({
  environmentId,
  revision,
  format: 2,
  flags: [['f', JSON.stringify({ config: { version: revision } })]],
  segments: [],
})

const keyOf = (environmentId: EnvironmentId): string => `bunting:bundle:${environmentId}`

/** Writes like a release that knows only the earlier format. */
const putAsBefore = async (environmentId: EnvironmentId, revision: number): Promise<void> => {
  const text = bundleText(bundleOf(environmentId, revision))
  await earlier.hset(keyOf(environmentId), { revision, text })
}

const put = (environmentId: EnvironmentId, revision: number): Promise<void> =>
  edge.putBundle(environmentId, async () => bundleOf(environmentId, revision))

test('what an earlier release published is read, until there is something newer', async () => {
  const environmentId = newId('environment')
  await putAsBefore(environmentId, 5)
  expect(await edge.readBundle(environmentId)).toMatchObject(bundleOf(environmentId, 5))
  expect(await edge.readRevision(environmentId)).toEqual({ revision: 5 })
  await put(environmentId, 6)
  expect(await edge.readBundle(environmentId)).toMatchObject(bundleOf(environmentId, 6))
  expect(await earlier.exists(keyOf(environmentId))).toBe(0)
})

test('what an earlier release publishes beside this one is read where it is newer', async () => {
  const environmentId = newId('environment')
  await put(environmentId, 5)
  await putAsBefore(environmentId, 6)
  expect(await edge.readRevision(environmentId)).toEqual({ revision: 6 })
  for (const from of [5, undefined])
    expect(await edge.readBundle(environmentId, from)).toMatchObject(bundleOf(environmentId, 6))
  await put(environmentId, 7)
  await putAsBefore(environmentId, 4)
  expect(await edge.readRevision(environmentId)).toMatchObject({ revision: 7 })
  expect(await edge.readBundle(environmentId, 7)).toMatchObject({ from: 7, revision: 7, flags: [] })
})

test('a revision in the form of before that the store never gave out is replaced, and whoever took it over told', async () => {
  const environmentId = newId('environment')
  await putAsBefore(environmentId, 999_999_999_999_999)
  await put(environmentId, 5)
  const replaces = 999_999_999_999_999
  expect(await edge.readRevision(environmentId)).toMatchObject({ revision: 5, replaces })
  expect(await edge.readBundle(environmentId, replaces)).toMatchObject({ ...bundleOf(environmentId, 5), replaces })
})

test('its marker says that all keys are there until there is one of ours, and goes with what is published', async () => {
  await expect(edge.readKey('unknown')).rejects.toThrow('empty')
  await earlier.set('bunting:marker:2', 7)
  expect(await edge.readKey('unknown')).toBeUndefined()
  expect(await edge.sequence?.read()).toBeUndefined()
  await edge.sequence?.restore(1)
  expect(await earlier.exists('bunting:marker:2')).toBe(0)
  await earlier.set('bunting:marker:2', 8)
  // So an earlier release that comes back notices that it has to publish everything.
  await edge.sequence?.advance()
  expect(await earlier.exists('bunting:marker:2')).toBe(0)
  await edge.sequence?.clear()
  await expect(edge.readKey('unknown')).rejects.toThrow('empty')
})
