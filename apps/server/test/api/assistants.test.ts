import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()

/** Creates a flag with this header, and reads what the audit log says of it. */
const metaOf = async (key: string, via: string) => {
  const headers = { 'bunting-via': via }
  await server.send('POST', `${org.base}/flags`, {
    key: org.key,
    headers,
    body: { key, name: key, type: 'boolean' },
  })
  const { body } = await org.get(`${org.base}/audit-log?action=flag.created&limit=1`)
  return body.items[0].meta
}

test('the program of an assistant is in the audit log, as a name that it claims', async () => {
  expect(await metaOf('one', 'Robot%20%E2%98%82%201.0')).toMatchObject({
    key: 'one',
    via: 'mcp',
    claimedClient: 'Robot ☂ 1.0',
  })
})

test.each([
  ['hidden characters', encodeURIComponent('Ro\u202e\u200bbot\n'), 'Robot'],
  ['no percent-encoding', '100% robot', '100% robot'],
  ['half a character', '%ED%A0%80', '%ED%A0%80'],
  ['nothing', '%20', 'unknown'],
  ['too much', 'x'.repeat(500), 'x'.repeat(100)],
])('a name of %s is cleaned and cut', async (_, via, claimedClient) => {
  expect(await metaOf(`flag-${claimedClient.length}`, via)).toMatchObject({ via: 'mcp', claimedClient })
})

test('without the header nothing is said', async () => {
  await org.createFlag()
  const { body } = await org.get(`${org.base}/audit-log?action=flag.created&limit=1`)
  expect(body.items[0].meta).not.toHaveProperty('via')
})
