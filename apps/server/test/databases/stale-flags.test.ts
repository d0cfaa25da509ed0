import { expect, test } from 'vitest'
import { startOfDay } from '../../src/rules/usage/days.ts'
import { daysAgo, event, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

const evaluate = async (org: TestOrganization, flagKey: string, ahead: number, fields: object = {}) => {
  const evaluatedAt = startOfDay(today()) + ahead * dayMs
  await org.post('/v1/telemetry/events', { events: [event(org, { flagKey, evaluatedAt, ...fields })] })
}

/** The stale flags some days from now; `query` may set `days` and `limit`. */
const stale = async (org: TestOrganization, ahead: number, query = '') => {
  server.moveClock(ahead * dayMs)
  try {
    await server.runNightly()
    return await org.walk(`${org.base}/flags/stale${query}`, 2)
  } finally {
    server.moveClock(-ahead * dayMs)
  }
}

/** Runs work with the clock moved ahead. */
const on = async (ahead: number, work: () => Promise<void>) => {
  server.moveClock(ahead * dayMs)
  await work()
  server.moveClock(-ahead * dayMs)
}

test('a flag that no environment evaluated for 30 days is stale, one that is younger is not', async () => {
  const org = await server.newOrganization()
  const [unused, used, usedElsewhere] = [await org.createFlag(), await org.createFlag(), await org.createFlag()]
  await on(20, async () => {
    await evaluate(org, used.key, 20)
    await evaluate(org, used.key, 20, { value: false })
    await evaluate(org, usedElsewhere.key, 20, { environmentId: org.environmentId('production') })
    await evaluate(org, usedElsewhere.key, 20, { environmentId: org.environmentId('staging'), value: false })
  })
  expect(await stale(org, 28)).toEqual([])
  expect(await stale(org, 31)).toEqual([
    {
      key: unused.key,
      name: unused.name,
      createdAt: unused.createdAt,
      reason: 'not_evaluated',
      value: null,
      lastEvaluatedOn: null,
    },
  ])
  const later = await stale(org, 60)
  expect(later.map(({ key, lastEvaluatedOn }) => [key, lastEvaluatedOn])).toEqual([
    [usedElsewhere.key, daysAgo(-20)],
    [used.key, daysAgo(-20)],
    [unused.key, null],
  ])
})

test('a flag that answered one single value to everybody for 30 days is stale, with the value', async () => {
  const org = await server.newOrganization()
  const [always, sometimes, recently] = [await org.createFlag(), await org.createFlag(), await org.createFlag()]
  for (const ahead of [1, 15, 40]) {
    await on(ahead, async () => {
      await evaluate(org, always.key, ahead, { environmentId: org.environmentId('production') })
      await evaluate(org, always.key, ahead)
      await evaluate(org, always.key, ahead, { value: null, reason: 'FLAG_NOT_FOUND' })
      await evaluate(org, sometimes.key, ahead, { value: ahead === 15 })
      if (ahead > 1) await evaluate(org, recently.key, ahead)
    })
  }
  const found = await stale(org, 41)
  expect(found.map(({ key, reason, value }) => ({ key, reason, value }))).toEqual([
    { key: always.key, reason: 'single_value', value: 'true' },
  ])
  expect((await stale(org, 41, '?days=10')).map(({ key }) => key)).toEqual([recently.key, sometimes.key, always.key])
  expect(await stale(org, 41, '?days=42')).toEqual([])
})

test('archived flags are not stale, and pages neither skip nor repeat', async () => {
  const org = await server.newOrganization()
  const flags: string[] = []
  for (let made = 0; made < 7; made++) flags.unshift((await org.createFlag()).key)
  await org.patch(`${org.base}/flags/${flags[3]}`, { archived: true })
  const expected = flags.filter((_, index) => index !== 3)
  expect((await stale(org, 31)).map(({ key }) => key)).toEqual(expected)
})

test('days is a whole number from 1 to 90', async () => {
  const org = await server.newOrganization()
  for (const days of ['0', '91', '1.5', 'many', '-1', '']) {
    const answer = await org.get(`${org.base}/flags/stale?days=${days}`)
    expect(answer, days).toMatchObject({ status: 422, body: { error: { details: [{ path: 'days' }] } } })
  }
})

test('a flag cannot be called like the lists beside it', async () => {
  const org = await server.newOrganization()
  for (const key of ['stale', 'summaries']) {
    const answer = await org.post(`${org.base}/flags`, { key, name: key, type: 'boolean' })
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: 'key' }] } } })
    expect((await org.patch(`${org.base}/flags/${key}`, { name: 'x' })).status).toBe(404)
  }
  expect((await org.post(`${org.base}/flags`, { key: 'stale-2', name: 'x', type: 'boolean' })).status).toBe(201)
})
