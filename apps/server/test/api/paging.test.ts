import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('a cursor is the creation of the last item in microseconds', async () => {
  const org = await server.newOrganization()
  for (let made = 0; made < 3; made++) await org.createFlag()
  const { body } = await org.get(`${org.base}/flags?limit=2`)
  expect(Math.floor(body.nextCursor / 1_000)).toBe(Date.parse(body.items[1].createdAt))
})

test('a page has 50 items unless it is told otherwise', async () => {
  const org = await server.newOrganization()
  for (let made = 0; made < 51; made++) await org.createFlag()
  const { body } = await org.get(`${org.base}/flags`)
  expect(body.items).toHaveLength(50)
  expect(body.hasMore).toBe(true)
})
