import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const unleash = { kind: 'unleash', salt: 'demo:' }
const share = (value: object, fields: object = {}) => ({ operator: 'in_share', value, ...fields })

test("a rule that draws as another service keeps that service's people", async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const rules = [{ id: 'half', value: true, rolloutPercentage: 50, hash: unleash }]
  const { status, body } = await org.put(org.at(flag.key), config({ defaultValue: false, rules }))
  expect(status).toBe(201)
  expect(body.config.rules[0].hash).toEqual(unleash)
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  const isIn = async (userId: string) => (await delivery.evaluate(flag.key, { userId })).body.value
  // Unleash draws 32 for alice and 76 for bob.
  await expect.poll(() => isIn('alice')).toBe(true)
  expect(await isIn('bob')).toBe(false)
  const explained = await org.post(`${org.at(flag.key)}/explain`, { context: { userId: 'bob' } })
  expect(explained.body.rules[0]).toMatchObject({ outcome: 'outside_rollout', hash: { kind: 'unleash' } })
  const { value, of, limit } = explained.body.rules[0].hash
  expect(Math.floor((100 * value) / of) + 1).toBe(76)
  expect(limit / of).toBe(0.5)
})

test('units that are drawn into a layer are in the rules of that layer alone', async () => {
  const org = await server.newOrganization()
  const keys = ['first-half', 'second-half']
  const layers = [share({ from: 0, to: 50, salt: 'layer' }), share({ from: 50, to: 100, salt: 'layer' })]
  for (const [at, key] of keys.entries()) {
    await org.createFlag({ key })
    const rules = [{ id: 'in', value: true, conditions: [layers[at]] }]
    expect((await org.put(org.at(key), config({ defaultValue: false, rules }))).status).toBe(201)
  }
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  for (const userId of ['ada', 'bob', 'carol', 'dan', 'eve']) {
    const answers = () => Promise.all(keys.map(async (each) => (await delivery.evaluate(each, { userId })).body.value))
    await expect.poll(async () => (await answers()).toSorted()).toEqual([false, true])
  }
})

test('a boolean flag is split over true and false', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const distribution = [
    { variant: 'true', weight: 1 },
    { variant: 'false', weight: 1 },
  ]
  const { status, body } = await org.put(org.at(flag.key), config({ rules: [{ id: 'split', distribution }] }))
  expect(status).toBe(201)
  expect(body.config.rules[0]).toMatchObject({ distribution })
  expect(body.config.rules[0]).not.toHaveProperty('split')
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  const answers = new Set<string>()
  for (const userId of ['ada', 'bob', 'carol', 'dan', 'eve', 'fay', 'gus', 'hal']) {
    const { value, variant, reason } = (await delivery.evaluate(flag.key, { userId })).body
    expect({ variant, reason }).toEqual({ variant: String(value), reason: 'ROLLOUT' })
    answers.add(variant)
  }
  expect([...answers].sort()).toEqual(['false', 'true'])
})

const rolled = (hash: object, fields: object = {}) => [{ value: true, rolloutPercentage: 50, hash, ...fields }]
const weighed = (...weights: number[]) => ['true', 'false'].map((variant, at) => ({ variant, weight: weights[at] }))
const split = (hash: object, ...weights: number[]) => [{ distribution: weighed(...weights), hash }]
const asked = (value: object, fields: object = {}) => [{ value: true, conditions: [share(value, fields)] }]

test.each([
  ['rules[0].hash.kind', rolled({ kind: 'bunting', salt: '' })],
  ['rules[0].hash.kind', rolled({ kind: 'statsig', salt: '' })],
  ['rules[0].hash.salt', rolled({ kind: 'goff' })],
  ['rules[0].hash.salt', rolled({ kind: 'goff', salt: 'x'.repeat(513) })],
  ['rules[0].hash.salt', rolled({ kind: 'goff', salt: 'a\ud800' })],
  ['rules[0].hash', [{ value: true, hash: unleash }]],
  ['rules[0].hash.splitSalt', rolled({ ...unleash, splitSalt: 'flag:' })],
  [
    'rules[0].hash.splitSalt',
    [{ rolloutPercentage: 50, distribution: weighed(1, 1), hash: { kind: 'launchdarkly', salt: 'flag.salt.' } }],
  ],
  ['rules[0].distribution[0].weight', split(unleash, 0.5, 1)],
  ['rules[0].distribution[1].weight', split({ kind: 'goff', salt: 'flag' }, 1, 0.0001)],
  ['rules[0].conditions[0].value.to', asked({ from: 25, to: 25, salt: 'layer' })],
  ['rules[0].conditions[0].value.to', asked({ from: 0, to: 101, salt: 'layer' })],
  ['rules[0].conditions[0].value.from', asked({ from: 0.0001, to: 10, salt: 'layer' })],
  ['rules[0].conditions[0].value.salt', asked({ from: 0, to: 10 })],
  ['rules[0].conditions[0].value.kind', asked({ from: 0, to: 10, salt: 'layer', kind: 'statsig' })],
  ['rules[0].conditions[0].attribute', asked({ from: 0, to: 10, salt: 'layer' }, { attribute: '' })],
  ['rules[0].conditions[0].ignoreCase', asked({ from: 0, to: 10, salt: 'layer' }, { ignoreCase: true })],
])('what cannot be drawn is refused at %s', async (path, rules) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.put(org.at(flag.key), config({ rules }))
  expect(status).toBe(422)
  expect(body.error.details.map((one: { path: string }) => one.path)).toEqual([path])
})

test.each([
  ['rolloutPercentage and distribution, drawn apart', { kind: 'unleash', salt: 'group:' }],
  ['rolloutPercentage and distribution with the same salt', { kind: 'goff', salt: 'flag', splitSalt: 'flag' }],
])('%s are taken', async (_, hash) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const rules = [{ rolloutPercentage: 50, distribution: weighed(1, 1), hash }]
  expect((await org.put(org.at(flag.key), config({ rules }))).status).toBe(201)
})
