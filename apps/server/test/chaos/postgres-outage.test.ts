import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startPostgres } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { makeDataDir } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { saved } from '../process/support/with-redis.ts'

test('with PostgreSQL down Delivery does not notice, and Management says so until it is back', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const shared = { REDIS_URL: inject('redisUrl'), BUNTING_RATE_LIMIT_MANAGEMENT: 'off' }
  await using management = await startServer({ ...shared, BUNTING_ROLE: 'management', DATABASE_URL: postgres.url })
  const deliverySettings = { ...shared, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: await makeDataDir() }
  await using delivery = await startServer(deliverySettings)
  await using both = await startServer({ DATABASE_URL: postgres.url, BUNTING_DELIVERY_WORKERS: '2' })
  const organization = await openOrganization(management.firstKey ?? '', management)
  const flag = await organization.createFlag({ type: 'number' })
  const put = (version: number) =>
    organization.put(organization.at(flag.key), config({ version, defaultValue: version }))
  expect(saved).toContain((await put(1)).status)
  const { evaluate } = deliveryClient(delivery.deliveryUrl, organization.key)
  await vi.waitFor(async () => expect((await evaluate(flag.key)).body.value).toBe(1))

  await postgres.kill()
  // An idle connection may be closed just when it is used again: then the request is repeated.
  const unready = (url: string, failing: string) =>
    vi.waitFor(async () => {
      const response = await fetch(`${url}/readyz`)
      expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable', failing: [failing] }])
    })
  await unready(management.managementUrl, 'database')
  // These workers read the database through the primary, and have nothing in memory yet.
  await unready(both.deliveryUrl, 'edge')
  await using started = await startServer({ ...deliverySettings, BUNTING_DATA_DIR: await makeDataDir() })
  for (const instance of [delivery, started]) {
    await vi.waitFor(async () => {
      const { status, body } = await deliveryClient(instance.deliveryUrl, organization.key).evaluate(flag.key)
      expect([status, body.value]).toEqual([200, 1])
    })
  }
  const refused = await organization.get('/v1/projects')
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } })

  await postgres.restart()
  await vi.waitFor(async () => expect(saved).toContain((await put(2)).status))
  await vi.waitFor(async () => expect((await evaluate(flag.key)).body.value).toBe(2))
})
