import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

/** A flag, saved on and off, and whether the last save is noted as published. */
const openSaving = async () => {
  const server = await startTestServer({ retryMs: 10 })
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  let version = 0
  return {
    server,
    save: async () => {
      version += 1
      const defaultValue = version % 2 === 1
      await org.put(org.at(key), config({ version, defaultValue }))
      await vi.waitFor(async () => expect((await delivery.evaluate(key)).body.value).toBe(defaultValue))
    },
    isNoted: async () => {
      const where = `id = '${org.environmentId('development')}' and published_revision = revision`
      return (await server.execute(`select id from environments where ${where}`)).length === 1
    },
  }
}

test('without Redis a save is answered and served before it is noted as published', async () => {
  const { server, save, isNoted } = await openSaving()
  // The publisher's background work is stopped for the count.
  await server.queriesOf(save)
  expect(await isNoted()).toBe(false)
})

test('without Redis all saves are noted as published soon after', async () => {
  const { save, isNoted } = await openSaving()
  await save()
  await save()
  await vi.waitFor(async () => expect(await isNoted()).toBe(true))
})
