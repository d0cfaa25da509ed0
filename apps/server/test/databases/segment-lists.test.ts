import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('lists are paged, searched by key and name, and split by archived', async () => {
  const org = await server.newOrganization()
  for (const key of ['alpha', 'beta', 'gamma']) await org.createSegment({ key, name: `The ${key} team` })
  await org.patch(`${org.base}/segments/beta`, { archived: true })
  const keys = async (query: string) =>
    (await org.walk(`${org.base}/segments${query}`, 1)).map(({ key }: { key: string }) => key)
  expect(await keys('')).toEqual(['gamma', 'beta', 'alpha'])
  expect(await keys('?search=GAMMA%20te')).toEqual(['gamma'])
  expect(await keys('?archived=true')).toEqual(['beta'])
  expect(await keys('?archived=false')).toEqual(['gamma', 'alpha'])
})
