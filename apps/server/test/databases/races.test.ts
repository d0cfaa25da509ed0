import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('of 50 concurrent updates to the same version one succeeds, and the series has no gap', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  for (const version of [1, 2, 3]) {
    const answers = await times(50, () => org.put(org.at(flag.key), config({ version })))
    expect(statuses(answers)).toEqual({ 201: 1, 409: 49 })
    expect(
      answers.filter(({ status }) => status === 409).every(({ body }) => body.error.code === 'VERSION_CONFLICT'),
    ).toBe(true)
  }
  const versions = await org.walk(`${org.at(flag.key)}/versions`)
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  const entries = await org.walk(`${org.base}/audit-log?resourceType=flag_version`)
  expect(entries).toHaveLength(3)
})

test('of 30 concurrent approvals one wins, and makes one version', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const { key: other } = await org.createKey()
  const answers = await times(30, () => org.post(`/v1/proposals/${proposal.id}/approve`, {}, other))
  expect(statuses(answers)).toEqual({ 200: 1, 409: 29 })
  expect(await org.walk(`${org.at(flag.key, 'production')}/versions`)).toHaveLength(1)
})

test('of concurrent approvals and rejections one wins', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const { key: other } = await org.createKey()
  const answers = await times(20, (at) =>
    org.post(`/v1/proposals/${proposal.id}/${at % 2 ? 'approve' : 'reject'}`, {}, other),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 409: 19 })
  const { body } = await org.get(`/v1/proposals/${proposal.id}`)
  const versions = await org.walk(`${org.at(flag.key, 'production')}/versions`)
  expect(versions).toHaveLength(body.status === 'approved' ? 1 : 0)
})

test('of 20 concurrent proposals for a flag and environment one is pending', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const answers = await times(20, () => org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 })))
  expect(statuses(answers)).toEqual({ 202: 1, 409: 19 })
  expect(answers.filter(({ status }) => status === 409)[0]?.body.error.code).toBe('PROPOSAL_ALREADY_PENDING')
})

test('of 20 concurrent projects, environments and flags of one name, one is made', async () => {
  const org = await server.newOrganization()
  const projects = await times(20, () => org.post('/v1/projects', { name: 'Same', slug: 'same' }))
  const environments = await times(20, () => org.post(`${org.base}/environments`, { name: 'Same', slug: 'same' }))
  const flags = await times(20, () => org.post(`${org.base}/flags`, { key: 'same', name: 'Same', type: 'boolean' }))
  for (const answers of [projects, environments, flags]) {
    expect(statuses(answers)).toEqual({ 201: 1, 409: 19 })
    expect(answers.filter(({ status }) => status === 409)[0]?.body.error.code).toBe('CONFLICT')
  }
})

test('protecting an environment while configs are written lets nothing through afterwards', async () => {
  const org = await server.newOrganization()
  const flags = await times(10, () => org.createFlag())
  const answers = await Promise.all([
    org.protect('development'),
    ...flags.map((flag) => org.put(org.at(flag.key), config())),
  ])
  expect(answers.every(({ status }) => [200, 201, 403].includes(status))).toBe(true)
  const late = await org.put(org.at(flags[0].key), config({ version: 2 }))
  expect(late.body.error.code).toBe('PROTECTED_ENVIRONMENT')
})

test('taking the protection off while proposals are approved leaves none pending', async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  const flags = await times(8, () => org.createFlag())
  const proposals = await Promise.all(
    flags.map((flag) => org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))),
  )
  const { key: other } = await org.createKey()
  const answers = await Promise.all([
    ...proposals.map(({ body }) => org.post(`/v1/proposals/${body.id}/approve`, {}, other)),
    org.protect('production', false),
  ])
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
  expect(await org.walk(`${org.base}/proposals?status=pending`)).toEqual([])
})

test('changes of several flags in all environments at once do not block each other', async () => {
  const org = await server.newOrganization()
  const flags = await times(6, () => org.createFlag())
  const slugs = ['production', 'staging', 'development']
  for (const flag of flags) for (const slug of slugs) await org.put(org.at(flag.key, slug), config())
  const answers = await Promise.all(
    flags.flatMap((flag) => [
      org.patch(`${org.base}/flags/${flag.key}`, { clientSafe: true }),
      ...slugs.map((slug) => org.put(org.at(flag.key, slug), config({ version: 2 }))),
      org.patch(`${org.base}/flags/${flag.key}`, { name: 'Renamed' }),
    ]),
  )
  expect(statuses(answers)).toEqual({ 200: 12, 201: 18 })
})

test('a key that is revoked many times at once is revoked once', async () => {
  const org = await server.newOrganization()
  const { id } = await org.createKey()
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`
  const answers = await times(10, () => org.delete(path))
  expect(new Set(answers.map(({ body }) => body.revokedAt)).size).toBe(1)
  const entries = await org.walk(`${org.base}/audit-log?resourceId=${id}`)
  expect(entries.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created'])
})
