import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('a page of flags takes the same few queries however many flags and environments there are', async () => {
  const org = await server.newOrganization()
  for (let made = 0; made < 30; made++) {
    const flag = await org.createFlag()
    for (const slug of ['production', 'staging', 'development']) await org.put(org.at(flag.key, slug), config())
  }
  const page = (limit: number) => server.queriesOf(() => org.get(`${org.base}/flags?limit=${limit}`))
  // Queries for the key, the project, the flags, the versions of the first flags, and those of all others.
  expect([await page(1), await page(21), await page(30)]).toEqual([4, 5, 5])
  const flags = await org.walk(`${org.base}/flags`)
  expect(flags.map((flag) => Object.keys(flag.versions).length)).toEqual(Array.from({ length: 30 }, () => 3))
})
