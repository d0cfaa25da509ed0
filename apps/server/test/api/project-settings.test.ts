import { inEnvironmentOrder } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

const orderOf = (org: Awaited<ReturnType<typeof server.newOrganization>>, ...slugs: string[]) =>
  slugs.map((slug) => org.environmentId(slug))

test('an admin renames a project and orders its environments; a project that nobody ordered shows nothing of it', async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const { body: before } = await org.get(org.base)
  expect(before).not.toHaveProperty('environmentOrder')
  const environmentOrder = orderOf(org, 'development', 'staging')
  const { status, body } = await admin.patch(org.base, { name: 'Shop', environmentOrder })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, name: 'Shop', environmentOrder })
  expect((await org.get(org.base)).body).toEqual(body)
  expect((await org.get('/v1/projects')).body.items).toEqual([body])
  const [entry] = await org.walk(`${org.base}/audit-log?action=project.updated`)
  expect(entry).toMatchObject({ resourceId: before.id, meta: { name: 'Shop', environmentOrder } })
})

test('an update changes what it names, an order of nothing is none, and what is so already is no news', async () => {
  const org = await server.newOrganization()
  const environmentOrder = orderOf(org, 'staging', 'production')
  await org.patch(org.base, { environmentOrder })
  expect((await org.patch(org.base, { name: 'Shop' })).body).toMatchObject({ name: 'Shop', environmentOrder })
  await org.patch(org.base, { name: 'Shop', environmentOrder })
  expect((await org.patch(org.base, { environmentOrder: [] })).body).not.toHaveProperty('environmentOrder')
  await org.patch(org.base, { environmentOrder: [] })
  const entries = await org.walk(`${org.base}/audit-log?action=project.updated`)
  expect(entries.map(({ meta }) => meta)).toEqual([{ environmentOrder: [] }, { name: 'Shop' }, { environmentOrder }])
})

test('lists of environments keep their order, and those that it does not name come last', async () => {
  const org = await server.newOrganization()
  const before = await org.walk(`${org.base}/environments`)
  const { body: project } = await org.patch(org.base, { environmentOrder: orderOf(org, 'development', 'production') })
  const { body: qa } = await org.post(`${org.base}/environments`, { name: 'QA', slug: 'qa' })
  const after = await org.walk(`${org.base}/environments`)
  expect(after).toEqual([qa, ...before])
  expect(inEnvironmentOrder(project, after).map(({ slug }) => slug)).toEqual([
    'development',
    'production',
    'qa',
    'staging',
  ])
})

const strangers = await server.newOrganization()
const org = await server.newOrganization()
const { body: sibling } = await org.post('/v1/projects', { name: 'Sibling', slug: 'sibling' })
const [own] = orderOf(org, 'production')

const bad: [string, unknown, string, string?][] = [
  ['an environment twice', { environmentOrder: [own, own] }, 'environmentOrder'],
  [
    'an environment of another organization',
    { environmentOrder: [own, ...orderOf(strangers, 'staging')] },
    'environmentOrder[1]',
  ],
  ['an environment of another project', { environmentOrder: [sibling.environments[0].id] }, 'environmentOrder[0]'],
  ['an environment that there is not', { environmentOrder: ['env_nobody'] }, 'environmentOrder[0]'],
  ['an order that is none', { environmentOrder: own }, 'environmentOrder'],
  [
    '1,001 environments',
    { environmentOrder: Array.from({ length: 1_001 }, (_, at) => `env_${at}`) },
    'environmentOrder',
  ],
  ['an empty name', { name: ' ' }, 'name'],
  ['a hidden character', { name: 'Shop\u202E' }, 'name'],
]
for (const [what, body, path] of bad) {
  test(`${what} is refused, and nothing is changed`, async () => {
    const { body: before } = await org.get(org.base)
    const answer = await org.patch(org.base, body)
    expect(answer.status).toBe(422)
    expect(answer.body.error.details).toMatchObject([{ path }])
    expect((await org.get(org.base)).body).toEqual(before)
  })
}

test('a slug never changes', async () => {
  const { status, body } = await org.patch(org.base, { slug: 'other' })
  expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'IMMUTABLE_FIELD' })
})
