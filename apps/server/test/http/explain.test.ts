import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const rules = [
  { id: 'off', name: 'Off', enabled: false, value: true },
  {
    id: 'staff',
    name: 'Staff',
    conditions: [
      { attribute: 'email', operator: 'ends_with', value: '@example.com' },
      { attribute: 'age', operator: 'gte', value: 18 },
    ],
    value: true,
  },
  { id: 'none', name: 'Nobody', rolloutPercentage: 0, value: true },
  { id: 'all', name: 'Everybody', rolloutPercentage: 100, value: true },
  { id: 'late', name: 'Late', value: false },
]

test('the active config is explained rule by rule and condition by condition', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules }))
  const context = { userId: 'ada', attributes: { email: 'ada@example.com' } }
  const { status, body } = await org.post(`${org.at(flag.key)}/explain`, { context })
  expect(status).toBe(200)
  expect(body).toEqual({
    result: { value: true, reason: 'ROLLOUT', ruleId: 'all' },
    version: 1,
    rules: [
      { id: 'off', name: 'Off', outcome: 'disabled' },
      {
        id: 'staff',
        name: 'Staff',
        outcome: 'not_matched',
        conditions: [
          {
            attribute: 'email',
            operator: 'ends_with',
            value: '@example.com',
            actual: 'ada@example.com',
            matched: true,
          },
          { attribute: 'age', operator: 'gte', value: 18, actual: null, matched: false },
        ],
      },
      {
        id: 'none',
        name: 'Nobody',
        outcome: 'outside_rollout',
        bucket: expect.any(Number),
        threshold: 0,
        conditions: [],
      },
      {
        id: 'all',
        name: 'Everybody',
        outcome: 'matched',
        bucket: expect.any(Number),
        threshold: 100_000,
        conditions: [],
      },
      { id: 'late', name: 'Late', outcome: 'not_reached' },
    ],
  })
})

test('a draft is explained without being saved, and held to the flag', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const draft = { enabled: true, defaultValue: true, rules: [] }
  const { body } = await org.post(`${org.at(flag.key)}/explain`, { context: {}, config: draft })
  expect(body).toEqual({ result: { value: true, reason: 'DEFAULT' }, version: null, rules: [] })
  expect(await org.walk(`${org.at(flag.key)}/versions`)).toEqual([])
  const bad = await org.post(`${org.at(flag.key)}/explain`, { context: {}, config: { ...draft, defaultValue: 'x' } })
  expect(bad.body.error.details).toEqual([{ path: 'config.defaultValue', message: 'must be boolean' }])
})

test('a flag without a version here, or archived, is explained as Delivery answers it', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const notFound = { result: { value: null, reason: 'FLAG_NOT_FOUND' }, version: null, rules: [] }
  expect((await org.post(`${org.at(flag.key)}/explain`, { context: {} })).body).toEqual(notFound)
  await org.put(org.at(flag.key), config())
  expect((await org.post(`${org.at(flag.key)}/explain`, { context: {} })).body.version).toBe(1)
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect((await org.post(`${org.at(flag.key)}/explain`, { context: {} })).body).toEqual(notFound)
})

test('an attribute named __proto__ is just an attribute', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const condition = { attribute: '__proto__', operator: 'equals', value: 'x' }
  await org.put(org.at(flag.key), config({ rules: [{ id: 'r', value: true, conditions: [condition] }] }))
  const explain = async (context: string) =>
    (await org.post(`${org.at(flag.key)}/explain`, `{"context":${context}}`)).body
  expect(await explain('{"attributes":{"__proto__":"x"}}')).toMatchObject({
    result: { value: true, reason: 'RULE_MATCH' },
  })
  expect(await explain('{}')).toMatchObject({ result: { value: false, reason: 'DEFAULT' } })
})

test('what is wrong with a context is named with its path', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.post(`${org.at(flag.key)}/explain`, {
    context: { userId: 7, attributes: { plan: { name: 'pro' }, tags: [{}], gone: null } },
  })
  expect(status).toBe(422)
  expect(body.error.details).toEqual([
    { path: 'context.userId', message: 'must be string' },
    { path: 'context.attributes.plan', message: 'must be string, number, boolean or an array of these' },
    { path: 'context.attributes.tags', message: expect.stringContaining('nothing in it but texts') },
  ])
  expect((await org.post(`${org.at(flag.key)}/explain`, {})).body.error.details).toEqual([
    { path: 'context', message: 'is required' },
  ])
})
