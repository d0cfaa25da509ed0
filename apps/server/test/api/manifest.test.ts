import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const root = '/openfeature/v0/manifest'

const newOrganization = () => server.newOrganization()
const readFlags = async (org: TestOrganization) => (await org.get(root)).body.flags
const push = (org: TestOrganization, flag: object, as?: string) => org.post(`${root}/flags`, flag, as)
const update = (org: TestOrganization, flag: { key: string }, as?: string) =>
  org.put(`${root}/flags/${flag.key}`, flag, as)
const versionsOf = async (org: TestOrganization, key: string) => {
  const { body } = await org.get(`${org.base}/flags/${key}`)
  const slugs = new Map(org.project.environments.map(({ id, slug }) => [id as string, slug]))
  return Object.fromEntries(
    Object.entries<{ config: object }>(body.versions).map(([id, version]) => [slugs.get(id), version.config]),
  )
}
const actionsIn = async (org: TestOrganization) =>
  (await org.walk(`${org.base}/audit-log`)).map(({ action }) => action as string)

test('the manifest has every flag that is not archived, by key, each as OpenFeature types it', async () => {
  const org = await newOrganization()
  const flags = [
    { key: 'wide', type: 'boolean', name: 'Wide', description: 'Wider pages' },
    { key: 'greeting', type: 'string' },
    { key: 'per-page', type: 'number' },
    { key: 'theme', type: 'json' },
    { key: 'gone', type: 'boolean' },
  ]
  for (const flag of flags) await org.createFlag({ name: flag.key, ...flag })
  await org.patch(`${org.base}/flags/gone`, { archived: true })
  const { status, headers, body } = await org.get(root)
  expect(status).toBe(200)
  expect(headers.get('x-manifest-capabilities')).toBe('read,write,delete')
  expect(body).toEqual({
    flags: [
      { key: 'greeting', name: 'greeting', type: 'string', description: null, defaultValue: '' },
      { key: 'per-page', name: 'per-page', type: 'integer', description: null, defaultValue: 0 },
      { key: 'theme', name: 'theme', type: 'object', description: null, defaultValue: {} },
      { key: 'wide', name: 'Wide', type: 'boolean', description: 'Wider pages', defaultValue: false },
    ],
  })
})

test('a default value is that of the first environment, in order, that is not protected and has a version', async () => {
  const org = await newOrganization()
  const { key } = await org.createFlag({ type: 'string' })
  const valueIs = async () => (await readFlags(org))[0].defaultValue
  const save = (slug: string) => org.put(org.at(key, slug), config({ defaultValue: slug }))
  expect(await valueIs()).toBe('')
  await save('production')
  expect(await valueIs()).toBe('production')
  await org.protect('production')
  expect(await valueIs()).toBe('')
  await save('staging')
  await save('development')
  const order = (...slugs: string[]) => org.patch(org.base, { environmentOrder: slugs.map(org.environmentId) })
  await order('production', 'staging', 'development')
  expect(await valueIs()).toBe('staging')
  await order('development', 'staging', 'production')
  expect(await valueIs()).toBe('development')
})

test('a number is a float where any value of it has a fraction, in a rule of another environment too', async () => {
  const org = await newOrganization()
  const { key } = await org.createFlag({ type: 'number' })
  const typeIs = async () => (await readFlags(org))[0].type
  const variants = [
    { key: 'few', value: 10 },
    { key: 'many', value: 50 },
  ]
  await org.put(org.at(key), config({ defaultValue: 20, variants }))
  expect(await typeIs()).toBe('integer')
  await org.put(org.at(key, 'production'), config({ defaultValue: 20, rules: [{ value: 0.5 }] }))
  expect(await typeIs()).toBe('float')
  await org.put(org.at(key, 'production'), config({ version: 2, defaultValue: 1e300 }))
  expect(await typeIs()).toBe('float')
  await org.put(org.at(key, 'production'), config({ version: 3, defaultValue: -3 }))
  expect(await typeIs()).toBe('integer')
})

test('a json flag has what the manifest knows of its schema', async () => {
  const org = await newOrganization()
  const schema = {
    title: 'Theme',
    type: 'object',
    required: ['accent'],
    properties: { accent: { type: 'string', pattern: '^#' }, sizes: { type: 'array', items: { type: 'integer' } } },
    additionalProperties: false,
  }
  await org.createFlag({ key: 'theme', type: 'json', schema })
  expect((await readFlags(org))[0].schema).toEqual({
    type: 'object',
    required: ['accent'],
    properties: { accent: { type: 'string' }, sizes: { type: 'array', items: { type: 'integer' } } },
    additionalProperties: false,
  })
})

test('many flags are all there', async () => {
  const org = await newOrganization()
  const keys = Array.from({ length: 230 }, (_, at) => `flag-${String(at).padStart(3, '0')}`)
  for (const key of keys) await org.createFlag({ key })
  expect((await readFlags(org)).map(({ key }: { key: string }) => key)).toEqual(keys)
})

test('a posted flag is created with its default value in the first environment that is not protected', async () => {
  const org = await newOrganization()
  const flag = { key: 'per-page', type: 'integer', description: 'Results on a page', defaultValue: 20 }
  const { status, headers, body } = await push(org, flag)
  expect(status).toBe(201)
  expect(headers.get('x-manifest-capabilities')).toBe('read,write,delete')
  expect(body).toEqual({ flag: { ...flag, name: 'per-page' }, updatedAt: expect.stringMatching(/^20.*Z$/) })
  expect(await versionsOf(org, 'per-page')).toEqual({
    development: { version: 1, enabled: false, defaultValue: 20, rules: [] },
  })
  expect((await actionsIn(org)).slice(0, 2).toSorted()).toEqual(['flag.created', 'flag.version.created'])
})

test('where every environment is protected, only what a flag without a version answers can be posted', async () => {
  const org = await newOrganization()
  for (const { slug } of org.project.environments) await org.protect(slug)
  const before = await actionsIn(org)
  const refused = await push(org, { key: 'greeting', type: 'string', defaultValue: 'Hello' })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { status: 409, details: [{ field: 'defaultValue', message: expect.any(String) }] } },
  })
  expect(await actionsIn(org)).toEqual(before)
  expect((await push(org, { key: 'greeting', type: 'string', defaultValue: '' })).status).toBe(201)
  expect(await versionsOf(org, 'greeting')).toEqual({})
  expect((await update(org, { key: 'greeting', type: 'string', defaultValue: 'Hi' } as never)).status).toBe(409)
})

test.each([
  ['a boolean', { type: 'boolean', defaultValue: 'true' }],
  ['a text', { type: 'string', defaultValue: 1 }],
  ['a whole number', { type: 'integer', defaultValue: 1.5 }],
  ['a number', { type: 'float', defaultValue: '1' }],
  ['an object or array', { type: 'object', defaultValue: 'x' }],
])('a default value that is not %s is refused by name, and nothing is made', async (_, fields) => {
  const org = await newOrganization()
  const { status, body } = await push(org, { key: 'one', ...fields })
  expect(status).toBe(400)
  expect(body.error).toEqual({
    message: expect.any(String),
    status: 400,
    details: [{ field: 'defaultValue', message: expect.any(String) }],
  })
  expect(await readFlags(org)).toEqual([])
})

test('a key that is taken is refused, and says where the flag is archived', async () => {
  const org = await newOrganization()
  const flag = { key: 'taken', type: 'boolean', defaultValue: false }
  await push(org, flag)
  const again = await push(org, flag)
  expect(again.body.error).toMatchObject({ status: 409, message: 'Flag "taken" exists already.' })
  await org.delete(`${root}/flags/taken`)
  expect((await push(org, flag)).body.error.message).toContain('archived')
  expect((await update(org, flag)).body.error).toMatchObject({
    status: 409,
    message: expect.stringContaining('archived'),
  })
  expect((await org.delete(`${root}/flags/taken`)).status).toBe(409)
})

test('another default value is a version that changes nothing else, and the same one is none', async () => {
  const org = await newOrganization()
  const { key } = await org.createFlag({ type: 'string', name: 'Greeting' })
  const rules = [{ id: 'ours', name: 'Ours', enabled: true, conditionOperator: 'AND', conditions: [], value: 'Moin' }]
  await org.put(org.at(key, 'staging'), config({ defaultValue: 'Hello', rules }))
  const before = await actionsIn(org)
  const same = await update(org, { key, type: 'string', defaultValue: 'Hello' } as never)
  expect(same).toMatchObject({ status: 200, body: { flag: { name: 'Greeting', defaultValue: 'Hello' } } })
  expect(await actionsIn(org)).toEqual(before)
  const { status, body } = await update(org, { key, type: 'string', defaultValue: 'Hi', description: 'Words' } as never)
  expect({ status, flag: body.flag }).toMatchObject({ status: 200, flag: { defaultValue: 'Hi', description: 'Words' } })
  expect(await versionsOf(org, key)).toEqual({ staging: { version: 2, enabled: true, defaultValue: 'Hi', rules } })
  expect((await actionsIn(org)).slice(0, 2).toSorted()).toEqual(['flag.updated', 'flag.version.created'])
  const cleared = await update(org, { key, type: 'string', name: 'Words' } as never)
  expect(cleared.body.flag).toMatchObject({ name: 'Words', description: null, defaultValue: 'Hi' })
})

test('the type never changes, but a whole number and one with a fraction are the same flag', async () => {
  const org = await newOrganization()
  await push(org, { key: 'ratio', type: 'integer', defaultValue: 1 })
  const other = await update(org, { key: 'ratio', type: 'string', defaultValue: '1' } as never)
  expect(other.body.error).toMatchObject({ status: 409, message: 'Flag type cannot be changed from number to string.' })
  const { body } = await update(org, { key: 'ratio', type: 'float', defaultValue: 0.5 } as never)
  expect(body.flag).toMatchObject({ type: 'float', defaultValue: 0.5 })
})

test('a value that does not fit the schema of a json flag is refused by name', async () => {
  const org = await newOrganization()
  const schema = { type: 'object', required: ['accent'], properties: { accent: { type: 'string' } } }
  await org.createFlag({ key: 'theme', type: 'json', schema })
  const { status, body } = await update(org, { key: 'theme', type: 'object', defaultValue: { accent: 3 } } as never)
  expect({ status, fields: body.error.details.map(({ field }: { field: string }) => field) }).toEqual({
    status: 400,
    fields: ['defaultValue.accent'],
  })
})

test('the key in the address and in the body are the same', async () => {
  const org = await newOrganization()
  const { key } = await org.createFlag()
  const { body } = await org.put(`${root}/flags/${key}`, { key: 'another', type: 'boolean' })
  expect(body.error).toMatchObject({ status: 400, details: [{ field: 'key' }] })
})

test('what is deleted is archived, and no longer in the manifest', async () => {
  const org = await newOrganization()
  const { key } = await org.createFlag()
  const { status, body } = await org.delete(`${root}/flags/${key}`)
  expect(status).toBe(200)
  expect(body).toEqual({ message: expect.stringContaining(`"${key}" archived`), archivedAt: expect.any(String) })
  expect(await readFlags(org)).toEqual([])
  expect((await org.get(`${org.base}/flags/${key}`)).body.archivedAt).toBe(body.archivedAt)
})

test('what others need, and what a protected or strict environment has, is not archived', async () => {
  const org = await newOrganization()
  const needed = await org.createFlag()
  const { key } = await org.createFlag()
  const { key: editing } = await org.createKey({ scopes: ['edit'] })
  await org.put(org.at(needed.key), config())
  await org.put(org.at(key), config({ prerequisites: [{ flagKey: needed.key, values: [true] }] }))
  const stillNeeded = await org.delete(`${root}/flags/${needed.key}`)
  expect(stillNeeded.body.error).toMatchObject({ status: 409, message: expect.stringContaining(key) })
  await org.protect('development')
  const guarded = await org.delete(`${root}/flags/${key}`, editing)
  expect(guarded.body.error).toMatchObject({ status: 403, message: expect.stringContaining('protected') })
  await org.patch(`${org.base}/environments/${org.environmentId('development')}`, { strict: true })
  const strict = await org.delete(`${root}/flags/${key}`)
  expect(strict.body.error).toMatchObject({ status: 409, message: expect.stringContaining('proposal') })
  expect((await org.get(`${org.base}/proposals`)).body.items).toEqual([])
  expect((await readFlags(org)).length).toBe(2)
})

test('a plan has room for so many flags here, too', async () => {
  const org = await server.newOrganization('free')
  const values = Array.from({ length: 1_000 }, (_, at) => {
    return `('flag_x${at}', '${org.id}', '${org.project.id}', 'x${at}', 'x', 'boolean', false, ${at}, 'x')`
  })
  await server.execute(
    `insert into flags (id, org_id, project_id, key, name, type, client_safe, created_us, search_text) values ${values.join()}`,
  )
  const { body } = await push(org, { key: 'one-more', type: 'boolean', defaultValue: false })
  expect(body.error).toMatchObject({ status: 403, message: expect.stringContaining('plan') })
})
