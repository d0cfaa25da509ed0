import { expect, onTestFinished, test, vi } from 'vitest'
import { today } from '../../src/testing/events.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluateOften, prepareFlag, recorded } from './support/recorded.ts'

const stopped = { code: 0, signal: null }

for (const workers of ['1', '2']) {
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

test('what Delivery alone records goes through Redis, and is counted once by several that manage', async () => {
  await using database = await databases.PostgreSQL()
  // A separate instance, since every Management takes recorded evaluations from its Redis.
  const service = await startRedis()
  onTestFinished(() => service.stop())
  const redis = { REDIS_URL: service.url }
  const manage = { ...database.settings, ...redis, BUNTING_ROLE: 'management' }
  await using one = await startHere(manage)
  await using two = await startHere(manage)
  const apiKey = one.firstKey ?? ''
  await prepareFlag(one, apiKey)
  const dataDir = await makeDataDir()
  await using delivery = await startHere({ ...redis, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: dataDir })
  await evaluateOften(delivery, apiKey, 20)
  await delivery.stop()
  await vi.waitFor(async () => expect(await recorded(two, apiKey)).toMatchObject([{ totalEvaluations: 20 }]))
})
