import { expect, test } from 'vitest'
import { event, noon } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const read = (org: TestOrganization, flagKey: string, query = '', slug = 'development') =>
  org.get(`${org.base}/flags/${flagKey}/usage?environmentId=${org.environmentId(slug)}${query}`)

test('each rule is counted by itself, for whoever asks', async () => {
  const org = await server.newOrganization('pro')
  const { key: flagKey } = await org.createFlag()
  const one = (fields: object) => event(org, { flagKey, evaluatedAt: noon(1), ...fields })
  const events = [
    one({ reason: 'RULE_MATCH', ruleId: 'staff', count: 3 }),
    one({ reason: 'ROLLOUT', ruleId: 'staff', value: 'another', count: 2 }),
    one({ reason: 'RULE_MATCH', ruleId: '__proto__', count: 4 }),
    one({ reason: 'DEFAULT', ruleId: null }),
  ]
  expect((await org.post('/v1/telemetry/events', { events })).body.accepted).toBe(events.length)
  await server.runNightly()
  const [day] = (await read(org, flagKey, '&rules=true')).body.rows
  expect(Object.entries(day.ruleCounts)).toEqual([
    ['staff', 5],
    ['__proto__', 4],
  ])
  expect(day).toMatchObject({ totalEvaluations: 10, ruleMatchCount: 9, defaultCount: 1 })
  expect((await read(org, flagKey)).body.rows[0]).not.toHaveProperty('ruleCounts')
})
