import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const dayMs = 24 * 60 * 60 * 1_000
const mondayOf = (ms: number): string => {
  const day = new Date(ms)
  return new Date(ms - ((day.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

test('an overview counts flags by kind and age, changes by week, and what waits', async () => {
  const org = await server.newOrganization()
  const create = async (fields: object = {}) => {
    const { key } = await org.createFlag()
    await org.patch(`${org.base}/flags/${key}`, { name: 'A flag', ...fields })
    return key
  }
  const overview = async () => (await org.get(`${org.base}/overview`)).body
  expect(await overview()).toMatchObject({
    flags: { active: 0, archived: 0, byKind: { none: 0 } },
    pendingProposals: 0,
    schedules: { pending: 0, running: 0, paused: 0 },
    rolledBack: [],
  })
  const key = await create({ kind: 'release' })
  await org.put(org.at(key), config())
  server.moveClock(10 * dayMs)
  await create({ kind: 'release' })
  await create({ archived: true })
  await org.protect('production')
  await org.post(`${org.at(key, 'production')}/proposals`, config({ version: 0 }))
  await org.put(org.at(key), config({ version: 2 }))
  await org.put(org.at(key), config({ version: 3 }))
  const step = { after: 3_600, change: { enabled: false } }
  expect((await org.post(`${org.at(key)}/schedules`, { steps: [step] })).status).toBe(201)
  const shown = await overview()
  expect(shown).toMatchObject({
    flags: {
      active: 2,
      archived: 1,
      byKind: { release: 2, experiment: 0, operational: 0, permission: 0, none: 0 },
      byAge: [
        { upToDays: 7, count: 1 },
        { upToDays: 30, count: 1 },
        { upToDays: 90, count: 0 },
        { upToDays: 365, count: 0 },
        { upToDays: null, count: 0 },
      ],
    },
    pendingProposals: 1,
    schedules: { pending: 0, running: 1, paused: 0 },
  })
  const now = server.deps.nowUs() / 1_000
  expect(shown.weeks).toHaveLength(12)
  expect(shown.weeks.at(-1)).toEqual({ from: mondayOf(now), changes: 2 })
  expect(shown.weeks.find(({ from }: { from: string }) => from === mondayOf(now - 10 * dayMs))?.changes).toBe(1)
  expect(shown.weeks[0].from).toBe(mondayOf(now - 11 * 7 * dayMs))
  // Another organization cannot read it.
  expect((await (await server.newOrganization()).get(`${org.base}/overview`)).status).toBe(404)
})
