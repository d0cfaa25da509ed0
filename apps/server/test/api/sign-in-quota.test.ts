import { expect, test } from 'vitest'
import { adminToken } from '../../src/testing/servers/test-server.ts'
import { person, startWithProvider } from './support/with-provider.ts'

const { server, first, come } = await startWithProvider()
await server.send('PATCH', `/admin/v1/organizations/${first.id}`, { key: adminToken, body: { plan: 'free' } })

test('somebody new is refused where the plan has no room for them, members and the operator’s admins are not', async () => {
  const member = person()
  expect((await come(member)).response.status).toBe(302)
  for (let made = 1; made < 25; made++) await server.newMember(first, 'viewer')

  const { response, page, browser } = await come(person())
  expect(response.status).toBe(403)
  expect(page).toContain('There is no room for another member')
  expect(page).toContain('The Free plan has 25 members in an organization, and there are 25')
  expect(browser.cookies.size).toBe(0)
  expect(await first.walk('/v1/members')).toHaveLength(25)

  expect((await come(member)).response.status).toBe(302)
  expect((await come(person({ email: 'grace@example.com' }))).response.status).toBe(302)
  expect(await first.walk('/v1/members')).toHaveLength(26)
})
