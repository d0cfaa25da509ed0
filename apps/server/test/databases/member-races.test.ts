import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('of two admins who demote or remove each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const organization = await server.newOrganization()
    const [one, two] = [await server.newMember(organization, 'admin'), await server.newMember(organization, 'admin')]
    const answers = await Promise.all([
      two.patch(`/v1/members/${one.id}`, { role: 'viewer' }),
      round % 2 ? one.delete(`/v1/members/${two.id}`) : one.patch(`/v1/members/${two.id}`, { role: 'viewer' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const members = await organization.walk('/v1/members')
    expect(members.filter(({ role }) => role === 'admin')).toHaveLength(1)
  }
})
