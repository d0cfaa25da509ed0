import { expect, onTestFinished, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { config } from '../../src/testing/test-organization.ts'
import { makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { programOf } from './support/program-of.ts'

const split = ['true', 'false'].map((variant) => ({ variant, weight: 1 }))
const share = { operator: 'in_share', value: { from: 0, to: 100, salt: 'layer' } }

/** Rules that 0.5.0 does not know. Each would answer true. */
const unknown = {
  hashed: [{ value: true, rolloutPercentage: 100, hash: { kind: 'goff', salt: 'flag' } }],
  layered: [{ value: true, conditions: [share] }],
  halved: [{ distribution: split }, { value: true }],
}

test('Delivery of 0.5.0 answers ERROR for what it cannot draw, and goes on with everything else', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const shared = { REDIS_URL: redis.url }
  const dataDir = await makeDataDir()
  await using management = await startServer({ ...shared, BUNTING_DATA_DIR: dataDir })
  const organization = await openOrganization(management.firstKey ?? '', management)
  for (const [key, rules] of Object.entries({ plain: [{ value: true }], ...unknown })) {
    await organization.createFlag({ key })
    const { status } = await organization.put(organization.at(key), config({ version: 1, defaultValue: false, rules }))
    // On a busy machine Redis may take longer than a save waits for it: the publisher goes on.
    expect([201, 207]).toContain(status)
  }
  const { key } = await organization.createKey()
  const earlier = { ...shared, BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: await makeDataDir() }
  await using delivery = await startServer(earlier, await programOf('0.5.0'))
  const ask = async (flagKey: string) =>
    (await deliveryClient(delivery.deliveryUrl, key).evaluate(flagKey, { userId: 'ada' })).body
  await expect.poll(() => ask('plain')).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  for (const flagKey of Object.keys(unknown)) expect(await ask(flagKey)).toMatchObject({ value: null, reason: 'ERROR' })
})
