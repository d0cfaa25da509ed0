import { expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('revisions begin at the time: a database that takes the place of another gives none of that out again', async () => {
  const beganMs = Date.now()
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const revision = async () => (await deliveryClient(server.deliveryUrl, org.key).bundle()).body.revision
  const first = await revision()
  expect(first).toBeGreaterThanOrEqual(beganMs)
  await org.put(org.at(flag.key), config())
  await vi.waitFor(async () => expect(await revision()).toBe(first + 1))
})
