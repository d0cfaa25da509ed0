import { compileSplit } from '@bunting/engine'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization, sendJson } from './support/organization.ts'

type Place = Pick<ServerProcess, 'managementUrl'>

/** An experiment that runs, and how many units it has by variant. */
const openExperiment = async (apiKey: string, server: Place) => {
  const org = await openOrganization(apiKey, server)
  const { key: flagKey, id } = await experimentsOf(org).run()
  const { variantOf } = compileSplit(flagKey, split())
  const exposures = (names: readonly string[]) =>
    names.map((userId) => ({ flagKey, ruleId: 'rule_split', variant: variantOf(userId), context: { userId } }))
  return { id, flagKey, exposures }
}

const exposed = async (apiKey: string, { managementUrl }: Place, id: string): Promise<number> => {
  const { body } = await sendJson(managementUrl, 'GET', `/v1/experiments/${id}/results`, { key: apiKey })
  return Object.values(body.units as Record<string, { exposed: number }>).reduce((sum, one) => sum + one.exposed, 0)
}

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `a-person-called-${from + at}`)

test('what Delivery alone takes is hashed before Redis has it, and counted once by several that manage', async () => {
  await using database = await databases.PostgreSQL()
  const service = await startRedis()
  onTestFinished(() => service.stop())
  const redis = { REDIS_URL: service.url }
  const manage = { ...database.settings, ...redis, BUNTING_ROLE: 'management' }
  await using one = await startHere(manage)
  const apiKey = one.firstKey ?? ''
  const { id, exposures } = await openExperiment(apiKey, one)
  const settings = { ...redis, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: await makeDataDir() }
  await using delivery = await startHere(settings)
  const track = (body: object, headers: Record<string, string> = {}) =>
    sendJson(delivery.deliveryUrl, 'POST', '/v1/track', { key: apiKey, body, headers })
  await vi.waitFor(async () => {
    expect((await track({ exposures: exposures(names(0, 10)) })).status).toBe(202)
    expect(await exposed(apiKey, one, id)).toBe(10)
  })
  const neighbour = new Redis(service.url)
  onTestFinished(() => neighbour.disconnect())
  await vi.waitFor(async () => expect(await neighbour.llen('bunting:tracked')).toBe(0))
  await one.stop()

  // Nobody takes it now: it waits in Redis.
  const bought = names(10, 5).map((userId) => ({
    name: 'bought',
    context: { userId, anonymousId: `visitor-${userId}` },
  }))
  const batch = { exposures: exposures(names(10, 10)), events: bought }
  const headers = { 'idempotency-key': 'once-over-redis' }
  for (let time = 0; time < 2; time++) {
    expect(await track(batch, headers)).toMatchObject({ status: 202, body: { accepted: 15, rejected: [] } })
  }
  const waiting = await neighbour.lrange('bunting:tracked', 0, -1)
  expect(waiting).toHaveLength(2)
  expect(waiting.join()).not.toContain('a-person-called')
  expect(waiting.join()).not.toContain('visitor')
  // Whoever else writes there changes nothing.
  await neighbour.rpush('bunting:tracked', 'hello', '{"track":{}}', waiting[0] as string)

  await using two = await startHere(manage)
  await using three = await startHere(manage)
  await vi.waitFor(async () => expect(await exposed(apiKey, three, id)).toBe(20))
  await vi.waitFor(async () => expect(await neighbour.llen('bunting:tracked')).toBe(0))
  const org = await openOrganization(apiKey, two)
  const { body } = await org.get(`${org.base}/environments/${org.environmentId('development')}/events`)
  expect(body.items).toMatchObject([{ name: 'bought', lastDay: 5 }])
  // The secret is beside the bundle, and in nothing that leaves Delivery.
  const { body: bundle } = await sendJson(delivery.deliveryUrl, 'GET', '/v1/bundle', { key: apiKey })
  const secret = await neighbour.get(`bunting:unit-secret:${org.environmentId('development')}`)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(bundle)).not.toContain(secret)
})

test('a full list in Redis is told to callers, who have to try again', async () => {
  await using database = await databases.SQLite()
  const service = await startRedis()
  onTestFinished(() => service.stop())
  const redis = { REDIS_URL: service.url }
  await using manage = await startHere({ ...database.settings, ...redis, BUNTING_ROLE: 'management' })
  const apiKey = manage.firstKey ?? ''
  await openExperiment(apiKey, manage)
  await using delivery = await startHere({ ...redis, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: await makeDataDir() })
  const track = () => {
    const body = { events: [{ name: 'bought', context: { userId: 'ada' } }] }
    return sendJson(delivery.deliveryUrl, 'POST', '/v1/track', { key: apiKey, body })
  }
  await vi.waitFor(async () => expect((await track()).status).toBe(202))
  await manage.stop()
  const neighbour = new Redis(service.url)
  onTestFinished(() => neighbour.disconnect())
  await neighbour.rpush('bunting:tracked', ...Array(2_000).fill('nothing'))
  expect((await track()).status).toBe(503)
})

test('processes that deliver for one hand what they take to it', async () => {
  await using database = await databases.SQLite()
  await using server = await startServer({ ...database.settings, BUNTING_DELIVERY_WORKERS: '2' })
  const apiKey = server.firstKey ?? ''
  const { id, exposures } = await openExperiment(apiKey, server)
  const body = { exposures: exposures(names(0, 20)) }
  await vi.waitFor(async () => {
    expect((await sendJson(server.deliveryUrl, 'POST', '/v1/track', { key: apiKey, body })).status).toBe(202)
    expect(await exposed(apiKey, server, id)).toBe(20)
  })
})
