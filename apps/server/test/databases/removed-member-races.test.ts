import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const pathOf = (org: TestOrganization, slug = 'development') =>
  `${org.base}/environments/${org.environmentId(slug)}/api-keys`
const keyFields = { type: 'server', description: 'Theirs' }

/** Two admins; one of them has a key, which created another key. */
const furnish = async () => {
  const org = await server.newOrganization()
  const admin = await server.newMember(org, 'admin')
  const member = await server.newMember(org, 'admin')
  const { body: key } = await member.post(pathOf(org), keyFields)
  const { body: made } = await org.post(pathOf(org, 'staging'), keyFields, key.key)
  return { org, admin, member, key, made }
}
const manages = async (org: TestOrganization, key: string) => (await org.get('/v1/projects', key)).status

test('no key that is made while its person is removed survives', async () => {
  for (let round = 0; round < 5; round++) {
    const { org, admin, member, key } = await furnish()
    const path = pathOf(org)
    const makers = Array.from({ length: 8 }, (_, at) =>
      at % 2 ? member.post(path, keyFields) : org.post(path, keyFields, key.key),
    )
    const [removed, ...made] = await Promise.all([
      admin.delete(`/v1/members/${member.id}`),
      ...makers,
      org.post(`${path}/${key.id}/rotate`, {}, key.key),
    ])
    expect(removed?.status).toBe(200)
    const own = (await Promise.all([org.walk(path), org.walk(pathOf(org, 'staging'))])).flat()
    const left = own.filter(({ createdBy, revokedAt }) => revokedAt === null && createdBy !== 'operator')
    expect(left).toEqual([])
    for (const { status, body } of made) if (status === 201) expect(await manages(org, body.key)).toBe(401)
  }
})
