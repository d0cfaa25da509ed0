import type { EnvironmentId, OrganizationId, Plan, ProjectId } from '@bunting/contract'
import { expect, test } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const { store, newId, newSecret, nowUs } = server.deps

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

const setPlan = (org: TestOrganization, plan: Plan) =>
  server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan } })

type Resource = {
  /** The number that a new organization has. */
  first: number
  /** Inserts directly into the database, since the API would take long. */
  fill: (org: TestOrganization, at: number) => Promise<unknown>
  add: (org: TestOrganization, name: string) => Promise<Answer>
  /** Lists the items by the API. */
  list: (org: TestOrganization) => Promise<unknown[]>
  max: Record<Plan, number>
  says: string
}

const keysOf = (org: TestOrganization) => `${org.base}/environments/${org.environmentId('development')}/api-keys`

const resources: Record<string, Resource> = {
  projects: {
    first: 1,
    fill: ({ id }, at) =>
      store.projects.insert({ id: newId('project'), orgId: id as OrganizationId, name: 'P', slug: `p-${at}` }, nowUs()),
    add: (org, slug) => org.post('/v1/projects', { name: 'One more', slug }),
    list: (org) => org.walk('/v1/projects'),
    max: { free: 10, pro: 100, enterprise: 1_000 },
    says: 'in an organization',
  },
  environments: {
    first: 3,
    fill: ({ project }, at) =>
      store.environments.insert(
        {
          id: newId('environment'),
          projectId: project.id,
          name: 'E',
          slug: `e-${at}`,
          color: '#000000',
          protected: false,
        },
        nowUs(),
      ),
    add: (org, slug) => org.post(`${org.base}/environments`, { name: 'One more', slug }),
    list: (org) => org.walk(`${org.base}/environments`),
    max: { free: 10, pro: 25, enterprise: 100 },
    says: 'in a project',
  },
  flags: {
    first: 0,
    fill: ({ id, project }, at) =>
      store.flags.insert(
        {
          ...{ id: newId('flag'), orgId: id as OrganizationId, projectId: project.id as ProjectId, key: `f-${at}` },
          ...{ name: 'F', description: null, type: 'boolean', clientSafe: false },
        },
        nowUs(),
      ),
    add: (org, key) => org.post(`${org.base}/flags`, { key, name: 'One more', type: 'boolean' }),
    list: (org) => org.walk(`${org.base}/flags`),
    max: { free: 1_000, pro: 10_000, enterprise: 100_000 },
    says: 'in a project, archived ones counted',
  },
  segments: {
    first: 0,
    fill: ({ id, project }, at) =>
      store.segments.insert(
        {
          ...{ id: newId('segment'), orgId: id as OrganizationId, projectId: project.id as ProjectId, key: `s-${at}` },
          ...{ name: 'S', description: null, unit: null },
        },
        nowUs(),
      ),
    add: (org, key) => org.post(`${org.base}/segments`, { key, name: 'One more' }),
    list: (org) => org.walk(`${org.base}/segments`),
    max: { free: 50, pro: 500, enterprise: 5_000 },
    says: 'in a project, archived ones counted',
  },
  metrics: {
    first: 0,
    fill: ({ id, project }, at) =>
      store.metrics.insert(
        {
          ...{ id: newId('metric'), orgId: id as OrganizationId, projectId: project.id as ProjectId, key: `m-${at}` },
          ...{ name: 'M', description: null, kind: 'count', event: 'x', denominatorEvent: null, direction: 'increase' },
          ...{ after: 0, window: 60, cap: null, adjust: false, source: 'any', createdBy: 'operator' },
        },
        nowUs(),
      ),
    add: (org, key) => org.post(`${org.base}/metrics`, { key, name: 'One more', kind: 'count', event: 'x' }),
    list: (org) => org.walk(`${org.base}/metrics`),
    max: { free: 50, pro: 500, enterprise: 5_000 },
    says: 'in a project, archived ones counted',
  },
  keys: {
    first: 1,
    fill: (org, at) =>
      store.apiKeys.insert(
        {
          ...{
            id: newId('apiKey'),
            orgId: org.id as OrganizationId,
            hash: newSecret(),
            keyPrefix: 'sk_',
            ownerId: null,
          },
          ...{ environmentId: org.environmentId('development') as EnvironmentId, type: 'server', scopes: ['evaluate'] },
          ...{ description: `${at}`, createdBy: 'operator', expiresMs: null },
        },
        nowUs(),
      ),
    add: (org, description) => org.post(keysOf(org), { type: 'client', description }),
    list: async (org) => (await org.walk(keysOf(org))).filter(({ revokedAt }) => revokedAt === null),
    max: { free: 50, pro: 200, enterprise: 1_000 },
    says: 'in an environment: revoke one that nobody needs, or',
  },
}

for (const [quota, { first, fill, add, list, max, says }] of Object.entries(resources)) {
  test(`of ${quota} a plan has so many and not one more, however many ask at once`, async () => {
    const org = await server.newOrganization('free')
    await times(max.free - 2 - first, (at) => fill(org, at))
    const answers = await times(8, (at) => add(org, `more-${at}`))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403, 403, 403])
    expect(await list(org)).toHaveLength(max.free)
    const { error } = answers.find(({ status }) => status === 403)?.body ?? {}
    const number = max.free.toLocaleString('en')
    const [where = '', orElse = ''] = says.split(':')
    expect(error).toEqual({
      code: 'UPGRADE_REQUIRED',
      message: `The Free plan has ${number} ${quota} ${where}, and there are ${number}:${orElse} ask whoever runs Bunting for a larger plan.`,
    })
  })

  test(`a larger plan has more ${quota}, and who comes back to a smaller one keeps them`, async () => {
    const org = await server.newOrganization('free')
    await times(max.free - first, (at) => fill(org, at))
    expect((await add(org, 'too-many')).status).toBe(403)
    await setPlan(org, 'pro')
    expect((await add(org, 'one-more')).status).toBe(201)
    await setPlan(org, 'free')
    expect((await add(org, 'too-many')).body.error.message).toContain(
      `and there are ${(max.free + 1).toLocaleString('en')}`,
    )
    expect(await list(org)).toHaveLength(max.free + 1)
  })
}

test('the body is judged before the plan, and the plan before what is there', async () => {
  const org = await server.newOrganization('free')
  for (let at = 1; at < 10; at++) await resources.projects?.fill(org, at)
  expect((await org.post('/v1/projects', { name: 'X', slug: 'Not A Slug' })).status).toBe(422)
  expect((await org.post('/v1/projects', { name: 'X', slug: 'default' })).body.error.code).toBe('UPGRADE_REQUIRED')
})

test('what was revoked makes room, what was archived does not', async () => {
  const org = await server.newOrganization('free')
  const { flags, keys } = resources as Record<'flags' | 'keys', Resource>
  for (let at = 1; at < 50; at++) await keys.fill(org, at)
  const [newest] = (await keys.list(org)) as { id: string }[]
  await org.delete(`${keysOf(org)}/${newest?.id}`)
  expect((await keys.add(org, 'instead')).status).toBe(201)
  expect((await keys.add(org, 'too-many')).status).toBe(403)
  await times(1_000, (at) => flags.fill(org, at))
  await org.patch(`${org.base}/flags/f-1`, { archived: true })
  expect((await flags.add(org, 'instead')).status).toBe(403)
})

test('a new project has its three environments, and its own room', async () => {
  const org = await server.newOrganization('free')
  for (let at = 3; at < 10; at++) await resources.environments?.fill(org, at)
  const { status, body } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
  expect({ status, environments: body.environments.length }).toEqual({ status: 201, environments: 3 })
  expect((await org.post(`/v1/projects/${body.id}/environments`, { name: 'E', slug: 'e' })).status).toBe(201)
  expect((await server.newOrganization('free')).project.environments).toHaveLength(3)
})

test('somebody who was removed comes back only where there is room', async () => {
  const org = await server.newOrganization('free')
  const admin = await server.newMember(org, 'admin')
  const gone = await server.newMember(org, 'viewer')
  await admin.delete(`/v1/members/${gone.id}`)
  const others = await times(24, () => server.newMember(org, 'viewer'))
  const comeBack = () => admin.patch(`/v1/members/${gone.id}`, { role: 'editor' })
  expect(await comeBack()).toMatchObject({
    status: 403,
    body: { error: { code: 'UPGRADE_REQUIRED', message: expect.stringContaining('25 members in an organization') } },
  })
  expect((await admin.patch(`/v1/members/${others[0]?.id}`, { role: 'editor' })).status).toBe(200)
  await admin.delete(`/v1/members/${others[0]?.id}`)
  expect((await comeBack()).status).toBe(200)
})
