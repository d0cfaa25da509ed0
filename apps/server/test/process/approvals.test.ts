import { expect, test } from 'vitest'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { config } from '../../src/testing/test-organization.ts'
import { makeDataDir } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

/** Two keys without an owner, one of which proposes and the other approves. */
const approveByKey = async (settings: Record<string, string>) => {
  await using server = await startHere({ BUNTING_DATA_DIR: await makeDataDir(), ...settings })
  const org = await openOrganization(server.firstKey ?? '', server)
  const flag = await org.createFlag()
  await org.protect('production')
  const { body } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  // Awaited here, since the server stops when this returns.
  return await org.post(`/v1/proposals/${body.id}/approve`, {}, (await org.createKey()).key)
}

test('BUNTING_APPROVALS says whether keys approve', async () => {
  expect((await approveByKey({})).status).toBe(200)
  const refused = await approveByKey({ BUNTING_APPROVALS: 'people' })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
})
