import { expect, test } from 'vitest'
import { startOfDay } from '../../src/rules/usage/days.ts'
import { daysAgo, event, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

/** Runs work with the clock moved ahead. */
const ahead = async <Result>(days: number, work: () => Promise<Result>): Promise<Result> => {
  server.moveClock(days * dayMs)
  try {
    return await work()
  } finally {
    server.moveClock(-days * dayMs)
  }
}

test('each flag that needs attention says why, the most telling first', async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const owner = await server.newMember(org, 'editor')
  const flag = async (fields: object = {}) =>
    (await org.post(`${org.base}/flags`, { name: 'A flag', type: 'boolean', ownerId: owner.id, ...fields })).body.key
  const [fine, never, unused, single, ended, orphan] = [
    await flag({ key: 'fine', expectedEnd: daysAgo(-41) }),
    await flag({ key: 'never' }),
    await flag({ key: 'unused' }),
    await flag({ key: 'single' }),
    await flag({ key: 'ended', expectedEnd: daysAgo(-39) }),
    await flag({ key: 'orphan', ownerId: null }),
  ]
  const evaluate = (days: number, flagKey: string, value = true) =>
    ahead(days, () =>
      org.post('/v1/telemetry/events', {
        events: [event(org, { flagKey, value, evaluatedAt: startOfDay(today()) + days * dayMs, count: 2 })],
      }),
    )
  await evaluate(2, unused)
  for (const days of [1, 39]) await evaluate(days, single)
  for (const key of [fine, ended, orphan]) {
    await evaluate(39, key)
    await evaluate(39, key, false)
  }
  const cleanup = (query = '') => org.walk(`${org.base}/flags/cleanup${query}`, 2)
  await ahead(40, async () => {
    await server.runNightly()
    expect((await cleanup()).map(({ key, findings }) => [key, findings])).toEqual([
      [orphan, [{ reason: 'no_owner' }]],
      [ended, [{ reason: 'past_end', expectedEnd: daysAgo(-39) }]],
      [single, [{ reason: 'single_value', value: 'true', evaluations: 2 }]],
      [unused, [{ reason: 'not_evaluated', lastEvaluatedOn: daysAgo(-2) }]],
      [never, [{ reason: 'never_evaluated' }]],
    ])
    expect((await cleanup('?reason=past_end')).map(({ key }) => key)).toEqual([ended])
    await org.patch(`${org.base}/flags/${ended}`, { archived: true })
    expect(await cleanup('?reason=past_end')).toEqual([])
  })
  await admin.send('DELETE', `/v1/members/${owner.id}`)
  const [gone] = await cleanup('?reason=no_owner')
  expect(gone).toMatchObject({ key: orphan })
  expect((await cleanup('?reason=no_owner')).find(({ key }) => key === fine)?.findings).toEqual([
    { reason: 'no_owner', ownerId: owner.id },
  ])
})

test('a reason or a number of days that there is not is refused', async () => {
  const org = await server.newOrganization()
  for (const query of ['?reason=ugly', '?days=0', '?days=91']) {
    expect(await org.get(`${org.base}/flags/cleanup${query}`)).toMatchObject({ status: 422 })
  }
})
