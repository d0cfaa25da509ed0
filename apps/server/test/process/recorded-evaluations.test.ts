import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/delivery-client.ts'
import { today } from '../../src/testing/events.ts'
import { startServer } from '../../src/testing/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { type ServiceHere, startHere } from '../../src/testing/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

type Addresses = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

const prepareFlag = async (server: Addresses, apiKey: string) => {
  const organization = await openOrganization(apiKey, server)
  await organization.createFlag({ key: 'recorded' })
  await organization.put(organization.at('recorded'), config({ defaultValue: true }))
}

const evaluateOften = async ({ deliveryUrl }: Addresses, apiKey: string, count: number) => {
  const delivery = deliveryClient(deliveryUrl, apiKey)
  const ask = () => delivery.send('POST', '/ofrep/v1/evaluate/flags/recorded', { context: { targetingKey: 'ada' } })
  for (let asked = 0; asked < count; asked++) expect((await ask()).status).toBe(200)
}

const recorded = async (server: Addresses, apiKey: string) => {
  const organization = await openOrganization(apiKey, server)
  const environmentId = organization.environmentId('development')
  await organization.post('/v1/telemetry/backfill', { date: today(), environmentId })
  const { body } = await organization.get(`${organization.base}/flags/recorded/usage?environmentId=${environmentId}`)
  return body.rows
}

const stopped = { code: 0, signal: null }

for (const workers of ['1', '3']) {
  test(`SIGTERM writes down what was recorded, with ${workers} processes that deliver`, async () => {
    await using database = await databases.SQLite()
    const settings = { ...database.settings, BUNTING_DELIVERY_WORKERS: workers }
    await using server = await startServer(settings)
    const apiKey = server.firstKey ?? ''
    await prepareFlag(server, apiKey)
    await evaluateOften(server, apiKey, 30)
    expect(await server.stop()).toEqual(stopped)
    await using again = await startHere(database.settings)
    expect(await recorded(again, apiKey)).toEqual([
      {
        date: today(),
        totalEvaluations: 30,
        valueDistribution: { true: 30 },
        ruleMatchCount: 0,
        defaultCount: 30,
        errorCount: 0,
      },
    ])
  })
}

test('a Redis that fails while Delivery stops is tried again: what was recorded is counted', async () => {
  await using database = await databases.SQLite()
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const settings = { REDIS_URL: redis.url }
  await using management = await startHere({ ...database.settings, ...settings, BUNTING_ROLE: 'management' })
  const apiKey = management.firstKey ?? ''
  await prepareFlag(management, apiKey)
  const dataDir = await makeDataDir()
  await using delivery = await startHere({ ...settings, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: dataDir })
  await evaluateOften(delivery, apiKey, 20)
  await redis.kill()
  const stopping = delivery.stop()
  await vi.waitFor(() => expect(delivery.logged.join('')).toContain('recorded evaluations are not taken now'))
  await redis.restart()
  await stopping
  await vi.waitFor(async () => expect(await recorded(management, apiKey)).toMatchObject([{ totalEvaluations: 20 }]))
})

test('what Delivery alone records goes through Redis, and is counted once by several that manage', async () => {
  await using database = await databases.PostgreSQL()
  // Of its own: whoever else manages takes from a Redis what was recorded.
  const service = await startRedis()
  onTestFinished(() => service.stop())
  const redis = { REDIS_URL: service.url }
  const manage = { ...database.settings, ...redis, BUNTING_ROLE: 'management' }
  await using one = await startHere(manage)
  await using two = await startHere(manage)
  const apiKey = one.firstKey ?? ''
  await prepareFlag(one, apiKey)
  const dataDir = await makeDataDir()
  await using delivery = await startServer({ ...redis, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: dataDir })
  await evaluateOften(delivery, apiKey, 20)
  expect(await delivery.stop()).toEqual(stopped)
  await vi.waitFor(async () => expect(await recorded(two, apiKey)).toMatchObject([{ totalEvaluations: 20 }]), {
    timeout: 20_000,
  })
})
