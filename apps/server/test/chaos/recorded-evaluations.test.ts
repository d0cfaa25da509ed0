import { expect, onTestFinished, test, vi } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startRedis } from '../../src/testing/services.ts'
import { databases, makeDataDir } from '../process/support/databases.ts'
import { evaluateOften, prepareFlag, recorded } from '../process/support/recorded.ts'

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
