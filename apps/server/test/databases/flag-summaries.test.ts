import { expect, test } from 'vitest'
import { event, noon } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

const summaries = async (org: TestOrganization, ...keys: string[]) =>
  (await org.get(`${org.base}/flags/summaries?keys=${keys.join(',')}`)).body.items

test('a summary has the last 30 days’ totals of all environments, oldest first', async () => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag()
  const environmentId = org.environmentId('production')
  const events = [29, 1, 1].map((ago) => event(org, { flagKey, evaluatedAt: noon(ago) }))
  await org.post('/v1/telemetry/events', {
    events: [...events, event(org, { flagKey, environmentId, evaluatedAt: noon(1) })],
  })
  await server.runNightly()
  const [summary] = await summaries(org, flagKey)
  expect(summary.evaluations).toEqual([1, ...Array.from({ length: 27 }, () => 0), 3, 0])
  expect(summary).toMatchObject({ key: flagKey, pendingProposals: 0, stale: null })
})

test('the last change is that of the flag or of a config, with who made it', async () => {
  const org = await server.newOrganization()
  const other = await org.createKey()
  const actors = (await org.get(`${org.base}/audit-log`)).body.items
  const creator = actors[0].actorId
  const { key } = await org.createFlag()
  const change = async () => (await summaries(org, key))[0].lastChange
  expect((await change()).actorId).toBe(creator)
  const { body: version } = await org.put(org.at(key), config(), other.key)
  expect(await change()).toEqual({ actorId: other.id, at: version.createdAt })
  await org.patch(`${org.base}/flags/${key}`, { name: 'New name' })
  expect((await change()).actorId).toBe(creator)
})

test('pending proposals of every environment are counted', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  for (const slug of ['production', 'staging']) {
    await org.protect(slug)
    await org.post(`${org.at(key, slug)}/proposals`, config({ version: 0 }))
  }
  const { body: listed } = await org.get(`${org.base}/proposals`)
  expect((await summaries(org, key))[0].pendingProposals).toBe(2)
  await org.post(`/v1/proposals/${listed.items[0].id}/reject`)
  expect((await summaries(org, key))[0].pendingProposals).toBe(1)
})

test('a stale flag says why', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  server.moveClock(31 * dayMs)
  try {
    expect((await summaries(org, key))[0].stale).toBe('not_evaluated')
  } finally {
    server.moveClock(-31 * dayMs)
  }
})

test('only flags of the project are summarized, and 1 to 100 at a time', async () => {
  const org = await server.newOrganization()
  const other = await server.newOrganization()
  const [mine, theirs] = [await org.createFlag(), await other.createFlag()]
  expect((await summaries(org, mine.key, theirs.key, 'nobody')).map((one: { key: string }) => one.key)).toEqual([
    mine.key,
  ])
  const many = Array.from({ length: 101 }, (_, index) => `nobody-${index}`)
  for (const query of ['', '?keys=', `?keys=${many.join(',')}`]) {
    expect((await org.get(`${org.base}/flags/summaries${query}`)).status).toBe(422)
  }
  expect(await summaries(org, ...many.slice(1))).toEqual([])
})

test('it takes the same few queries however many flags there are', async () => {
  const org = await server.newOrganization()
  const keys: string[] = []
  for (let made = 0; made < 30; made++) keys.push((await org.createFlag()).key)
  const queriesFor = (some: string[]) =>
    server.queriesOf(async () => expect(await summaries(org, ...some)).toHaveLength(some.length))
  // One query each for the key, the project and the flags, and eight for the summaries.
  expect([await queriesFor(keys.slice(0, 1)), await queriesFor(keys)]).toEqual([11, 11])
})
