import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('an update appends a version with exactly the fields of the document', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.put(org.at(flag.key), config())
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^fv_/),
    flagId: flag.id,
    environmentId: org.environmentId('development'),
    version: 1,
    config: config(),
    createdAt: expect.any(String),
  })
})

test('what a rule leaves out is filled in', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { body } = await org.put(org.at(flag.key), config({ rules: [{ value: true }] }))
  expect(body.config.rules).toEqual([
    {
      id: expect.stringMatching(/^rule_/),
      name: '',
      enabled: true,
      conditionOperator: 'AND',
      conditions: [],
      value: true,
    },
  ])
})

test('a config comes back as it was sent', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'string' })
  const full = config({
    defaultValue: 'blue',
    rules: [
      {
        id: 'beta',
        name: 'Beta users 🎏',
        enabled: true,
        conditionOperator: 'OR',
        conditions: [
          { attribute: 'email', operator: 'ends_with', value: ['@example.com', '@example.org'] },
          { attribute: 'age', operator: 'gte', value: 18 },
          { attribute: 'vip', operator: 'is_set' },
        ],
        value: 'green',
        rolloutPercentage: 33.333,
        bucketBy: 'company',
      },
      {
        id: 'split',
        name: '',
        enabled: false,
        conditionOperator: 'AND',
        conditions: [],
        distribution: [
          { variant: 'a', weight: 1 },
          { variant: 'b', weight: 2.5 },
        ],
      },
    ],
    variants: [
      { key: 'a', value: 'green', description: 'The new one' },
      { key: 'b', value: 'blue' },
    ],
  })
  const { status, body } = await org.put(org.at(flag.key), full)
  expect(status).toBe(201)
  expect(body.config).toEqual(full)
  expect((await org.get(`${org.at(flag.key)}/versions/1`)).body.config).toEqual(full)
})

test('version must be the latest plus one', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  expect((await org.put(org.at(flag.key), config({ version: 2 }))).body.error.code).toBe('VERSION_CONFLICT')
  await org.put(org.at(flag.key), config({ version: 1 }))
  for (const version of [1, 3, 100]) {
    const answer = await org.put(org.at(flag.key), config({ version }))
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'VERSION_CONFLICT' } } })
    expect(answer.body.error.message).toContain('must be 2')
  }
  for (const version of [0, -1, 1.5, '2', null]) {
    expect((await org.put(org.at(flag.key), config({ version }))).status).toBe(422)
  }
  expect((await org.put(org.at(flag.key), config({ version: 2 }))).status).toBe(201)
})

test('a protected environment refuses direct updates, an archived flag any', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const refused = await org.put(org.at(flag.key, 'production'), config())
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'PROTECTED_ENVIRONMENT' } } })
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  const archived = await org.put(org.at(flag.key), config())
  expect(archived).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT', message: expect.stringContaining('archived') } },
  })
})

test('the body is judged before protection, and protection before the version', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  expect((await org.put(org.at(flag.key, 'production'), config({ defaultValue: 'x' }))).status).toBe(422)
  expect((await org.put(org.at(flag.key, 'production'), config({ version: 9 }))).status).toBe(403)
})

test('values must fit the type of the flag, and everything wrong is named at once', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { status, body } = await org.put(
    org.at(flag.key),
    config({
      defaultValue: 'yes',
      enabeld: true,
      rules: [
        { value: true },
        { value: true, conditions: [{ attribute: 'a', operator: 'equalz', value: 'x' }] },
        { value: 3, conditions: [{ attribute: 'a', operator: 'gt', value: 'many' }], rolloutPercentage: 101 },
      ],
      variants: [{ key: 'a', value: 'x' }],
    }),
  )
  expect(status).toBe(422)
  const byPath = Object.fromEntries(body.error.details.map((detail: Json) => [detail.path, detail.message]))
  expect(byPath).toMatchObject({
    defaultValue: 'must be boolean',
    'rules[2].value': 'must be boolean',
    'rules[1].conditions[0].operator': expect.stringContaining('did you mean "equals"?'),
    'rules[2].rolloutPercentage': 'must be at most 100',
    'rules[2].conditions[0].value': expect.any(String),
    enabeld: 'is not a known field; did you mean "enabled"?',
    variants: expect.any(String),
  })
})

test('limits: 100 rules, 50 conditions, 50 variants, 3 decimals', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'number' })
  const put = (fields: object) => org.put(org.at(flag.key), config({ defaultValue: 0, ...fields }))
  const rules = (count: number) => Array.from({ length: count }, () => ({ value: 1 }))
  const conditions = (count: number) => Array.from({ length: count }, () => ({ attribute: 'a', operator: 'is_set' }))
  const variants = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `v${at}`, value: at }))
  expect((await put({ rules: rules(101) })).status).toBe(422)
  expect((await put({ rules: [{ value: 1, conditions: conditions(51) }] })).status).toBe(422)
  expect((await put({ variants: variants(51) })).status).toBe(422)
  expect((await put({ rules: [{ value: 1, rolloutPercentage: 0.0001 }] })).status).toBe(422)
  const shares = (weight: number) => [{ distribution: [{ variant: 'v0', weight }] }]
  expect((await put({ variants: variants(1), rules: shares(1e12 + 1) })).status).toBe(422)
  expect((await put({ rules: rules(100), variants: variants(50) })).status).toBe(201)
  expect((await put({ version: 2, variants: variants(1), rules: shares(1e12) })).status).toBe(201)
})

test('the Free plan has no regex, geo_country, rollouts or distributions', async () => {
  const free = await server.newOrganization('free')
  const pro = await server.newOrganization('pro')
  const gated = [
    [{ value: 'x', conditions: [{ attribute: 'a', operator: 'regex', value: '^a' }] }],
    [{ value: 'x', conditions: [{ attribute: 'country', operator: 'geo_country', value: 'DE' }] }],
    [{ value: 'x', rolloutPercentage: 10 }],
    [{ distribution: [{ variant: 'a', weight: 1 }] }],
  ]
  for (const rules of gated) {
    const body = config({ defaultValue: 'x', rules, variants: [{ key: 'a', value: 'x' }] })
    const refused = await free.put(free.at((await free.createFlag({ type: 'string' })).key), body)
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
    expect((await pro.put(pro.at((await pro.createFlag({ type: 'string' })).key), body)).status).toBe(201)
  }
})

test('the history has every version with who made it, and reads one', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const other = await org.createKey()
  await org.put(org.at(flag.key), config())
  await org.put(org.at(flag.key), config({ version: 2, defaultValue: true }), other.key)
  const versions = await org.walk(`${org.at(flag.key)}/versions`, 1)
  expect(versions).toEqual([
    {
      id: expect.any(String),
      version: 2,
      config: config({ version: 2, defaultValue: true }),
      createdAt: expect.any(String),
      createdBy: other.id,
      proposalId: null,
    },
    {
      id: expect.any(String),
      version: 1,
      config: config(),
      createdAt: expect.any(String),
      createdBy: expect.stringMatching(/^key_/),
      proposalId: null,
    },
  ])
  expect((await org.get(`${org.at(flag.key)}/versions/2`)).body).toEqual(versions[0])
  for (const version of ['3', '0', '-1', '1.0', 'latest', '9'.repeat(30)]) {
    expect((await org.get(`${org.at(flag.key)}/versions/${version}`)).status).toBe(404)
  }
})

test('an update leaves an audit entry with the environment under both names', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const { body: version } = await org.put(org.at(flag.key), config())
  const [entry] = await org.walk(`${org.base}/audit-log?resourceType=flag_version`)
  const environmentId = org.environmentId('development')
  expect(entry).toEqual({
    id: expect.stringMatching(/^al_/),
    orgId: org.id,
    actorId: expect.stringMatching(/^key_/),
    actorType: 'api_key',
    action: 'flag.version.created',
    resourceType: 'flag_version',
    resourceId: version.id,
    meta: { flagKey: flag.key, envId: environmentId, environmentId, version: 1 },
    createdAt: expect.any(String),
  })
})
