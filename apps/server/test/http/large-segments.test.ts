import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

/** Nearly the maximum size of a body. */
const ids = Array.from({ length: 20_000 }, (_, at) => `${at}-${'x'.repeat(90)}`)
const versions = 6

test('a page has as many of the largest segments as fit, and the next one goes on', async () => {
  const org = await server.newOrganization()
  await org.post(`${org.base}/segments`, { key: 'large', name: 'Large' })
  const path = `${org.base}/environments/${org.environmentId('development')}/segments/large`
  for (let version = 1; version <= versions; version++) {
    expect((await org.put(path, { version, included: ids })).status).toBe(201)
  }
  const { body } = await org.get(`${path}/versions?limit=100`)
  expect(body.items.length).toBeGreaterThan(1)
  expect(body.items.length).toBeLessThan(versions)
  expect(body.hasMore).toBe(true)
  const all = await org.walk(`${path}/versions`)
  expect(all.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])

  await org.protect('production')
  const proposals = `${path.replace(org.environmentId('development'), org.environmentId('production'))}/proposals`
  for (let round = 0; round < versions; round++) {
    const { status, body: proposal } = await org.post(proposals, { version: 0, included: ids })
    expect(status).toBe(202)
    await org.post(`/v1/proposals/${proposal.id}/reject`)
  }
  const { body: page } = await org.get(`${proposals}?limit=100`)
  expect(page.items.length).toBeLessThan(versions)
  expect(await org.walk(`${org.base}/proposals`)).toHaveLength(versions)
})
