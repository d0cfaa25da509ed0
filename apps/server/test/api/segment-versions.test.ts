import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, inSegment, ruleIn } from '../../src/testing/test-organization.ts'

const edge = { isDown: false }
const server = await startTestServer({
  wrapEdge: (real) => ({
    ...real,
    putBundle: async (...entry) => {
      if (edge.isDown) throw new Error('the edge is down')
      return real.putBundle(...entry)
    },
  }),
})

test('saving appends a version with exactly these fields, and fills in what was left out', async () => {
  const org = await server.newOrganization()
  const segment = await org.createSegment()
  const { status, body } = await org.put(org.segmentAt(segment.key), { version: 1, included: ['ada'], rules: [{}] })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^segv_/),
    segmentId: segment.id,
    environmentId: org.environmentId('development'),
    version: 1,
    config: {
      version: 1,
      included: ['ada'],
      excluded: [],
      rules: [
        {
          id: expect.stringMatching(/^rule_/),
          name: '',
          enabled: true,
          conditionOperator: 'AND',
          conditions: [],
        },
      ],
    },
    createdAt: expect.any(String),
  })
  const { body: log } = await org.get(`${org.base}/audit-log?action=segment.version.created`)
  const environmentId = org.environmentId('development')
  expect(log.items).toMatchObject([{ resourceType: 'segment_version', resourceId: body.id }])
  expect(log.items[0].meta).toEqual({ segmentKey: segment.key, envId: environmentId, environmentId, version: 1 })
})

test('a version is the latest plus one, and every one stays readable', async () => {
  const org = await server.newOrganization()
  const { key } = await org.saveSegment({ included: ['one'] })
  const path = org.segmentAt(key)
  for (const version of [1, 3]) {
    const { status, body } = await org.put(path, { version })
    expect([status, body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
  }
  await org.put(path, { version: 2, included: ['two'] })
  const history = await org.walk(`${path}/versions`, 1)
  expect(history.map(({ version, config: { included } }) => [version, included])).toEqual([
    [2, ['two']],
    [1, ['one']],
  ])
  const { body } = await org.get(`${path}/versions/1`)
  expect(body).toMatchObject({ version: 1, createdBy: expect.stringMatching(/^key_/), proposalId: null })
  expect((await org.get(`${path}/versions/3`)).status).toBe(404)
  expect((await org.get(`${path}/versions/one`)).status).toBe(404)
})

test('a flag that names a segment answers by it, and by its next version at once', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const staff = await org.saveSegment({ included: ['ada'] })
  const beta = await org.saveSegment({ rules: [ruleIn(staff.key)], excluded: ['eve'] })
  await org.put(org.at(flag.key), config({ rules: [ruleIn(beta.key, { id: 'beta', value: true })] }))
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  const valueFor = async (userId: string) => (await delivery.evaluate(flag.key, { userId })).body.value
  expect([await valueFor('ada'), await valueFor('bob')]).toEqual([true, false])
  await org.put(org.segmentAt(staff.key), { version: 2, included: ['bob'] })
  await expect.poll(() => valueFor('bob')).toBe(true)
  expect(await valueFor('ada')).toBe(false)
})

test('a bundle carries the segments that its flags need, each once, and no others', async () => {
  const org = await server.newOrganization()
  const inner = await org.saveSegment({ included: ['ada'] })
  const outer = await org.saveSegment({ rules: [ruleIn(inner.key)] })
  const other = await org.saveSegment()
  await org.saveSegment({ rules: [ruleIn(other.key)] })
  const named = config({ rules: [ruleIn([outer.key, inner.key], { value: true })] })
  const retired = await org.createFlag()
  await org.put(org.at(retired.key), config({ rules: [ruleIn(other.key, { value: true })] }))
  await org.patch(`${org.base}/flags/${retired.key}`, { archived: true })
  for (let made = 0; made < 2; made++) await org.put(org.at((await org.createFlag()).key), named)
  const { key } = await org.createKey()
  const { body } = await deliveryClient(server.deliveryUrl, key).bundle()
  expect(Object.keys(body.segments).sort()).toEqual([inner.key, outer.key].sort())
  expect(body.segments[inner.key]).toEqual({
    unit: null,
    config: { version: 1, included: ['ada'], excluded: [], rules: [] },
  })
})

test('with the edge down a save is kept and answers 207 with just its id and version', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createSegment()
  edge.isDown = true
  const { status, body } = await org.put(org.segmentAt(key), { version: 1 })
  edge.isDown = false
  expect(status).toBe(207)
  expect(body).toEqual({ id: expect.stringMatching(/^segv_/), version: 1, syncWarning: expect.any(String) })
  expect((await org.get(`${org.segmentAt(key)}/versions/1`)).body.id).toBe(body.id)
})

test('lists of 20,000 ids are saved and come back; one more is a mistake, and so is an id of 257 characters', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createSegment()
  const ids = Array.from({ length: 20_000 }, (_, at) => `user-${at}-${'x'.repeat(30)}`)
  const { status, body } = await org.put(org.segmentAt(key), { version: 1, included: ids })
  expect(status).toBe(201)
  expect(body.config.included).toEqual(ids)
  const paths = async (fields: object) => {
    const { body } = await org.put(org.segmentAt(key), { version: 2, ...fields })
    return body.error.details.map(({ path }: { path: string }) => path)
  }
  expect(await paths({ excluded: [...ids, 'more'] })).toEqual(['excluded'])
  expect(await paths({ included: ['fine', 'x'.repeat(257)] })).toEqual(['included[1]'])
  expect(await paths({ included: ['', 3] })).toEqual(['included[0]'])
})

test('a body of over 2 MiB is too large here, and one of over 256 KiB is elsewhere', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createSegment()
  const flag = await org.createFlag()
  const huge = { version: 1, included: Array.from({ length: 9_000 }, () => 'x'.repeat(250)) }
  expect((await org.put(org.segmentAt(key), huge)).status).toBe(413)
  const large = config({ rules: [{ name: 'x'.repeat(300_000), value: true }] })
  expect((await org.put(org.at(flag.key), large)).status).toBe(413)
})

test.each([
  ['rules[0].value', { rules: [{ value: true }] }],
  ['rules[0].conditions[0].value', { rules: [{ conditions: [{ attribute: 'a', operator: 'regex', value: '(' }] }] }],
  ['rules[1].id', { rules: [{ id: 'a' }, { id: 'a' }] }],
  ['rules', { rules: Array.from({ length: 51 }, () => ({})) }],
  ['enabled', { enabled: true }],
])('what is wrong with a segment is told: %s', async (path, fields) => {
  const org = await server.newOrganization()
  const { key } = await org.createSegment()
  const { status, body } = await org.put(org.segmentAt(key), { version: 1, ...fields })
  expect(status).toBe(422)
  expect(body.error.details.map((one: { path: string }) => one.path)).toContain(path)
})

test('an archived segment takes no version until it is back', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createSegment()
  await org.patch(`${org.base}/segments/${key}`, { archived: true })
  expect((await org.put(org.segmentAt(key), { version: 1 })).body.error.code).toBe('CONFLICT')
  await org.patch(`${org.base}/segments/${key}`, { archived: false })
  expect((await org.put(org.segmentAt(key), { version: 1 })).status).toBe(201)
})

test('saving is for Pro and Enterprise, and a protected environment takes proposals only', async () => {
  const free = await server.newOrganization('free')
  const { key } = await free.createSegment()
  expect((await free.put(free.segmentAt(key), { version: 1 })).body.error.code).toBe('UPGRADE_REQUIRED')
  const pro = await server.newOrganization('pro')
  const segment = await pro.saveSegment()
  await pro.protect('development')
  const { body } = await pro.put(pro.segmentAt(segment.key), { version: 2 })
  expect(body.error.code).toBe('PROTECTED_ENVIRONMENT')
})

test('a membership is explained: by the lists, by a rule, by nothing, and by a draft', async () => {
  const org = await server.newOrganization()
  const inner = await org.saveSegment({ included: ['bob'] })
  const rules = [
    { id: 'off', enabled: false },
    { id: 'inner', conditions: [inSegment(inner.key)] },
  ]
  const { key } = await org.saveSegment({ included: ['ada'], excluded: ['eve', 'ada'], rules })
  const path = `${org.segmentAt(key)}/explain`
  const explain = async (userId: string, more: object = {}) =>
    (await org.post(path, { context: { userId }, ...more })).body
  const notReached = [
    { id: 'off', name: '', outcome: 'not_reached' },
    { id: 'inner', name: '', outcome: 'not_reached' },
  ]
  expect(await explain('ada')).toEqual({ in: true, because: 'included', version: 1, rules: notReached })
  expect(await explain('eve')).toEqual({ in: false, because: 'excluded', version: 1, rules: notReached })
  expect(await explain('bob')).toEqual({
    in: true,
    because: 'rule',
    ruleId: 'inner',
    version: 1,
    rules: [
      { id: 'off', name: '', outcome: 'disabled' },
      {
        id: 'inner',
        name: '',
        outcome: 'matched',
        conditions: [
          {
            ...inSegment(inner.key),
            segments: [{ key: inner.key, in: true, because: 'included' }],
            matched: true,
          },
        ],
      },
    ],
  })
  expect(await explain('kim')).toMatchObject({ in: false, because: 'none', version: 1 })
  const draft = { config: { rules: [{ id: 'new', conditions: [inSegment(inner.key)] }] } }
  expect(await explain('bob', draft)).toMatchObject({ in: true, because: 'rule', ruleId: 'new', version: null })
  const { error } = await explain('bob', { config: { rules: [{ conditions: [inSegment(['nobody'])] }] } })
  expect(error.details).toMatchObject([{ path: 'config.rules[0].conditions[0].value[0]' }])
  const { key: empty } = await org.createSegment()
  const { body: none } = await org.post(`${org.segmentAt(empty)}/explain`, { context: { userId: 'ada' } })
  expect(none).toEqual({ in: false, because: 'none', version: null, rules: [] })
})

test('a flag is explained with the segments that its conditions name, active or as a draft', async () => {
  const org = await server.newOrganization()
  const inner = await org.saveSegment({ included: ['bob'] })
  const outer = await org.saveSegment({ rules: [ruleIn(inner.key, { id: 'inner' })] })
  const flag = await org.createFlag()
  const rules = [{ id: 'beta', conditions: [inSegment(outer.key)], value: true }]
  await org.put(org.at(flag.key), config({ rules }))
  const path = `${org.at(flag.key)}/explain`
  const context = { userId: 'bob' }
  const conditions = [
    {
      ...inSegment(outer.key),
      segments: [{ key: outer.key, in: true, because: 'rule', ruleId: 'inner' }],
      matched: true,
    },
  ]
  const result = { value: true, reason: 'RULE_MATCH', ruleId: 'beta' }
  const { body: active } = await org.post(path, { context })
  expect(active).toEqual({ result, version: 1, rules: [{ id: 'beta', name: '', outcome: 'matched', conditions }] })
  const { body: draft } = await org.post(path, { context, config: config({ rules }) })
  expect(draft).toEqual({ ...active, version: null })
})
