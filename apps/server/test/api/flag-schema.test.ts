import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const schema = {
  type: 'object',
  properties: { perMinute: { type: 'integer', minimum: 1 } },
  required: ['perMinute'],
  additionalProperties: false,
}
const good = { perMinute: 60 }
const bad = { perMinute: 1.5 }

const open = async (fields: object = { schema }) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'json', ...fields })
  return { org, flag, at: `${org.base}/flags/${flag.key}` }
}
const save = (org: TestOrganization, key: string, defaultValue: unknown, version = 1) =>
  org.put(org.at(key), config({ version, defaultValue }))

test('a flag shows its schema where it has one, until null removes it', async () => {
  const { org, flag, at } = await open()
  expect(flag.schema).toEqual(schema)
  expect((await org.get(at)).body.schema).toEqual(schema)
  expect((await org.get(`${org.base}/flags`)).body.items[0].schema).toEqual(schema)
  const { status, body } = await org.patch(at, { schema: null })
  expect([status, 'schema' in body, 'schema' in (await org.get(at)).body]).toEqual([200, false, false])
  const [entry] = (await org.get(`${org.base}/audit-log`)).body.items
  expect(entry).toMatchObject({ action: 'flag.updated', meta: { schema: null } })
})

test('saying what it is already changes nothing', async () => {
  const { org, at } = await open()
  const entries = async () => (await org.walk(`${org.base}/audit-log`)).length
  const before = await entries()
  const { type, ...others } = schema
  expect((await org.patch(at, { schema: { ...others, type } })).status).toBe(200)
  const other = await open({})
  expect((await other.org.patch(other.at, { schema: null })).status).toBe(200)
  expect(await entries()).toBe(before)
})

test('values that do not fit are refused, each where it is', async () => {
  const { org, flag } = await open()
  const rules = [{ id: 'r', value: { perMinute: 'many' } }]
  const variants = [{ key: 'fast', value: { perMinute: 9, burst: 1 } }]
  const { status, body } = await org.put(org.at(flag.key), config({ defaultValue: bad, rules, variants }))
  expect(status).toBe(422)
  expect(body.error.details).toEqual([
    { path: 'defaultValue.perMinute', message: expect.stringContaining('whole number') },
    { path: 'rules[0].value.perMinute', message: expect.stringContaining('whole number') },
    { path: 'variants[0].value.burst', message: expect.any(String) },
  ])
  expect((await org.get(`${org.at(flag.key)}/versions`)).body.items).toEqual([])
  expect((await save(org, flag.key, good)).status).toBe(201)
})

test('a schema that an active value breaks is refused, with the environment and the place', async () => {
  const { org, flag, at } = await open({})
  await save(org, flag.key, bad)
  await org.put(org.at(flag.key, 'staging'), config({ defaultValue: good }))
  const { status, body } = await org.patch(at, { schema })
  expect(status).toBe(409)
  expect(body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/development.*perMinute/) })
  expect('schema' in (await org.get(at)).body).toBe(false)
  await save(org, flag.key, good, 2)
  expect((await org.patch(at, { schema })).status).toBe(200)
})

test('a proposal has to fit when it is made, and when it is approved', async () => {
  const { org, flag, at } = await open()
  await org.protect('production')
  const path = `${org.at(flag.key, 'production')}/proposals`
  expect((await org.post(path, config({ version: 0, defaultValue: bad }))).status).toBe(422)
  const { status, body: proposal } = await org.post(path, config({ version: 0, defaultValue: good }))
  expect(status).toBe(202)
  await org.patch(at, { schema: { ...schema, required: ['perMinute', 'burst'] } })
  const other = await org.createKey({ scopes: ['manage'] })
  const refused = await org.post(`/v1/proposals/${proposal.id}/approve`, {}, other.key)
  expect(refused.status).toBe(409)
  expect(refused.body.error.message).toContain('schema')
  await org.patch(at, { schema })
  expect((await org.post(`/v1/proposals/${proposal.id}/approve`, {}, other.key)).status).toBe(200)
})

test.each([
  ['a keyword of the wrong kind', { type: 'objekt' }, 'schema.type'],
  ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }, 'schema.$ref'],
  ['a pattern that RE2 lacks', { pattern: '(?=a)' }, 'schema.pattern'],
  ['a circle', { $ref: '#' }, 'schema.$ref'],
])('%s is refused where it is', async (_, one, path) => {
  const { org, at } = await open()
  for (const { status, body } of [
    await org.patch(at, { schema: one }),
    await org.post(`${org.base}/flags`, { key: 'other', name: 'Other', type: 'json', schema: one }),
  ]) {
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.error.details[0].path).toBe(path)
  }
})

test('flags of other types have none', async () => {
  const { org, at } = await open({ type: 'boolean' })
  for (const { status, body } of [
    await org.patch(at, { schema }),
    await org.post(`${org.base}/flags`, { key: 'other', name: 'Other', type: 'string', schema }),
  ]) {
    expect([status, body.error.details[0].path]).toEqual([422, 'schema'])
  }
})
