import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const needing = (flagKey: string, values: unknown[] = [true], fields: object = {}) =>
  config({ prerequisites: [{ flagKey, values }], ...fields })

test('a flag whose prerequisite does not hold is off, and answers again when it holds', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag()
  const child = await org.createFlag({ type: 'string' })
  const rules = [{ id: 'all', value: 'on' }]
  const { status, body } = await org.put(org.at(child.key), needing(parent.key, [true], { defaultValue: 'off', rules }))
  expect(status).toBe(201)
  expect(body.config.prerequisites).toEqual([{ flagKey: parent.key, values: [true] }])
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  const answer = async () => (await delivery.evaluate(child.key, { userId: 'ada' })).body
  expect(await answer()).toMatchObject({ value: 'off', reason: 'DISABLED', prerequisite: parent.key })
  await org.put(org.at(parent.key), config({ defaultValue: true }))
  await expect.poll(answer).toMatchObject({ value: 'on', reason: 'RULE_MATCH' })
})

test('a parent that is not there or is archived cannot be named; one without a version can', async () => {
  const org = await server.newOrganization()
  const child = await org.createFlag()
  const gone = await org.createFlag()
  await org.patch(`${org.base}/flags/${gone.key}`, { archived: true })
  const prerequisites = ['nobody', gone.key, (await org.createFlag()).key].map((flagKey) => ({
    flagKey,
    values: [true],
  }))
  const { status, body } = await org.put(org.at(child.key), config({ prerequisites }))
  expect(status).toBe(422)
  expect(body.error.details).toEqual([
    { path: 'prerequisites[0].flagKey', message: expect.stringContaining('there is no nobody') },
    { path: 'prerequisites[1].flagKey', message: expect.stringContaining('archived flag') },
  ])
})

test('values are of the type of the parent', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag({ type: 'string' })
  const child = await org.createFlag()
  const { status, body } = await org.put(org.at(child.key), needing(parent.key, ['a', true, 3]))
  expect(status).toBe(422)
  expect(body.error.details).toEqual([
    { path: 'prerequisites[0].values[1]', message: `must be string, as ${parent.key} is` },
    { path: 'prerequisites[0].values[2]', message: `must be string, as ${parent.key} is` },
  ])
  expect((await org.put(org.at(child.key), needing(parent.key, ['a']))).status).toBe(201)
})

test.each([
  ['prerequisites', []],
  ['prerequisites[0].values', [{ flagKey: 'parent', values: [] }]],
  ['prerequisites[0].values', [{ flagKey: 'parent', values: Array.from({ length: 21 }, () => true) }]],
  ['prerequisites[1].flagKey', [1, 2].map(() => ({ flagKey: 'parent', values: [true] }))],
  ['prerequisites', Array.from({ length: 11 }, (_, at) => ({ flagKey: `f${at}`, values: [true] }))],
])('prerequisites of another form are refused at %s', async (path, prerequisites) => {
  const org = await server.newOrganization()
  await org.createFlag({ key: 'parent' })
  const child = await org.createFlag()
  const { status, body } = await org.put(org.at(child.key), config({ prerequisites }))
  expect(status).toBe(422)
  expect(body.error.details.map((one: { path: string }) => one.path)).toContain(path)
})

test('circles are refused with the way round, disabled flags counted, and so is naming oneself', async () => {
  const org = await server.newOrganization()
  const a = await org.createFlag()
  const b = await org.createFlag()
  const c = await org.createFlag()
  await org.put(org.at(b.key), needing(a.key, [true], { enabled: false }))
  await org.put(org.at(c.key), needing(b.key))
  const round = await org.put(org.at(a.key), needing(c.key))
  expect(round.status).toBe(422)
  const way = [c, b, a].map(({ key }) => `the flag ${key}`).join(' needs ')
  const path = 'prerequisites[0].flagKey'
  expect(round.body.error.details).toEqual([{ path, message: `must not make a circle: ${way}` }])
  const self = await org.put(org.at(a.key), needing(a.key))
  expect(self.body.error.details).toEqual([{ path, message: `must not be the flag ${a.key} itself` }])
  expect((await org.put(org.at(a.key, 'staging'), needing(c.key))).status).toBe(201)
})

test('a chain of fifty flags is no circle, and answers', async () => {
  const org = await server.newOrganization()
  const keys: string[] = []
  for (let at = 0; at < 50; at++) {
    const { key } = await org.createFlag()
    const [parent] = keys
    const fields = { defaultValue: true }
    const { status } = await org.put(org.at(key), parent ? needing(parent, [true], fields) : config(fields))
    expect(status).toBe(201)
    keys.unshift(key)
  }
  const { key } = await org.createKey()
  const { body } = await deliveryClient(server.deliveryUrl, key).evaluate(keys[0] as string, {})
  expect(body).toMatchObject({ value: true, reason: 'DEFAULT' })
  const first = await org.put(org.at(keys.at(-1) as string), needing(keys[0] as string, [true], { version: 2 }))
  expect(first.status).toBe(422)
})

test('a flag that others need cannot be archived, and they are named; archived ones do not count', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag()
  const child = await org.createFlag()
  await org.put(org.at(child.key, 'staging'), needing(parent.key))
  const path = `${org.base}/flags/${parent.key}`
  const { status, body } = await org.patch(path, { archived: true })
  expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  expect(body.error.message).toContain(`the flag ${child.key} in staging`)
  await org.patch(`${org.base}/flags/${child.key}`, { archived: true })
  expect((await org.patch(path, { archived: true })).status).toBe(200)
  const back = await org.patch(`${org.base}/flags/${child.key}`, { archived: false })
  expect([back.status, back.body.error.code]).toEqual([409, 'CONFLICT'])
  expect(back.body.error.message).toContain(parent.key)
})

test('a refusal names each flag once, with all the environments that it needs it in', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag()
  const child = await org.createFlag()
  for (const env of ['staging', 'development']) await org.put(org.at(child.key, env), needing(parent.key))
  const { body } = await org.patch(`${org.base}/flags/${parent.key}`, { archived: true })
  expect(body.error.message).toMatch(
    new RegExp(`needed by the flag ${child.key} in (development and staging|staging and development)\\.$`),
  )
})

test('a flag tells which others need it, by environment, and what they answer without it', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag({ type: 'string' })
  const [first, second, archived] = [
    await org.createFlag({ name: 'First' }),
    await org.createFlag({ type: 'number' }),
    await org.createFlag(),
  ]
  await org.put(org.at(first.key), needing(parent.key, ['a', 'b'], { defaultValue: true }))
  await org.put(org.at(second.key, 'staging'), needing(parent.key, ['a'], { defaultValue: 7, enabled: false }))
  await org.put(org.at(archived.key), needing(parent.key, ['a']))
  await org.patch(`${org.base}/flags/${archived.key}`, { archived: true })
  const path = `${org.base}/flags/${parent.key}/dependents`
  const { status, body } = await org.get(path)
  expect(status).toBe(200)
  expect(body.items).toEqual([
    {
      environmentId: org.environmentId('staging'),
      flagKey: second.key,
      name: second.name,
      values: ['a'],
      enabled: false,
      defaultValue: 7,
    },
    {
      environmentId: org.environmentId('development'),
      flagKey: first.key,
      name: 'First',
      values: ['a', 'b'],
      enabled: true,
      defaultValue: true,
    },
  ])
  const { body: page } = await org.get(`${path}?limit=1`)
  const { body: next } = await org.get(`${path}?limit=1&cursor=${page.nextCursor}`)
  expect([...page.items, ...next.items]).toEqual(body.items)
  await org.put(org.at(first.key), config({ version: 2 }))
  expect((await org.get(path)).body.items).toHaveLength(1)
})

test('in a strict environment a flag that others need is not even proposed to be archived, nor approved', async () => {
  const org = await server.newOrganization()
  const parent = await org.createFlag()
  const child = await org.createFlag()
  await org.put(org.at(parent.key, 'production'), config())
  await org.patch(`${org.base}/environments/${org.environmentId('production')}`, { protected: true, strict: true })
  const path = `${org.base}/flags/${parent.key}`
  const { body: proposal } = await org.patch(path, { archived: true })
  expect(proposal.kind).toBe('archive')
  await org.put(org.at(child.key), needing(parent.key))
  const { key: reviewer } = await org.createKey()
  const { status, body } = await org.post(`/v1/proposals/${proposal.id}/approve`, {}, reviewer)
  expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  await org.post(`/v1/proposals/${proposal.id}/reject`, {}, reviewer)
  expect((await org.patch(path, { archived: true })).status).toBe(409)
})

test('proposals are held to it too: a 422 when they are made, a 409 when they are approved', async () => {
  const org = await server.newOrganization()
  const [a, b] = [await org.createFlag(), await org.createFlag()]
  await org.protect('production')
  const propose = (flagKey: string, parent: string) =>
    org.post(`${org.at(flagKey, 'production')}/proposals`, needing(parent, [true], { version: 0 }))
  expect((await propose(a.key, 'nobody')).status).toBe(422)
  const { body: one } = await propose(a.key, b.key)
  const { body: two } = await propose(b.key, a.key)
  const { key: reviewer } = await org.createKey()
  expect((await org.post(`/v1/proposals/${one.id}/approve`, {}, reviewer)).status).toBe(200)
  const { status, body } = await org.post(`/v1/proposals/${two.id}/approve`, {}, reviewer)
  expect([status, body.error.code]).toEqual([409, 'CONFLICT'])
  expect(body.error.message).toContain('circle')
})

test('prerequisites are for Pro and Enterprise', async () => {
  const free = await server.newOrganization('free')
  const parent = await free.createFlag()
  const child = await free.createFlag()
  const { body } = await free.put(free.at(child.key), needing(parent.key))
  expect(body.error.code).toBe('UPGRADE_REQUIRED')
  expect(body.error.message).toContain('prerequisites')
})

test('an explanation tells of each prerequisite, active or as a draft, with the segments of the parents', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment({ included: ['ada'] })
  const parent = await org.createFlag({ type: 'string' })
  const rules = [ruleIn(beta.key, { id: 'beta', value: 'new' })]
  await org.put(org.at(parent.key), config({ defaultValue: 'old', rules }))
  const asleep = await org.createFlag()
  const child = await org.createFlag()
  const prerequisites = [
    { flagKey: parent.key, values: ['new', 'newer'] },
    { flagKey: asleep.key, values: [false] },
  ]
  await org.put(org.at(child.key), config({ prerequisites }))
  const expected = {
    result: { value: false, reason: 'DISABLED', prerequisite: asleep.key },
    version: 1,
    rules: [],
    prerequisites: [
      { ...prerequisites[0], actual: 'new', reason: 'RULE_MATCH', matched: true },
      { ...prerequisites[1], actual: null, reason: 'FLAG_NOT_FOUND', matched: false },
    ],
  }
  const path = `${org.at(child.key)}/explain`
  const context = { userId: 'ada' }
  expect((await org.post(path, { context })).body).toEqual(expected)
  const draft = await org.post(path, { context, config: config({ prerequisites }) })
  expect(draft.body).toEqual({ ...expected, version: null })
  const bad = await org.post(path, { context, config: needing('nobody') })
  expect(bad.body.error.details).toMatchObject([{ path: 'config.prerequisites[0].flagKey' }])
  const circle = await org.post(`${org.at(parent.key)}/explain`, {
    context,
    config: config({ defaultValue: 'old', prerequisites: [{ flagKey: child.key, values: [true] }] }),
  })
  expect(circle.body.error.details).toMatchObject([{ path: 'config.prerequisites[0].flagKey' }])
})
