import { expect, test } from 'vitest'
import { person, startWithProvider } from './support/with-provider.ts'

const { server, first, come } = await startWithProvider({
  admins: ['grace@example.com', 'ida@example.com', 'olga@example.com', 'vera@example.com'],
})
const colleague = await server.newMember(first, 'admin')

const members = async (email: string) => {
  const all = await first.walk('/v1/members')
  return all.filter((member) => member.email?.toLowerCase() === email)
}

test('an address is one account’s: another with it is refused, with a page that says so', async () => {
  const grace = await come(person({ email: 'grace@example.com' }))
  for (const email of ['grace@example.com', 'Grace@EXAMPLE.com']) {
    const { browser, response, page } = await come(person({ email }))
    expect(response.status).toBe(403)
    expect(page).toContain(`${email} is the address of a member who signs in with another account`)
    expect(page).toContain('have an admin remove it from the members and invite the address anew')
    expect(browser.cookies.size).toBe(0)
  }
  expect(await members('grace@example.com')).toHaveLength(1)
  expect((await grace.browser.session()).role).toBe('admin')
})

test('an operator’s admin who was demoted keeps the address', async () => {
  const { browser } = await come(person({ email: 'ida@example.com' }))
  const { user } = await browser.session()
  await colleague.patch(`/v1/members/${user.id}`, { role: 'viewer' })
  expect((await come(person({ email: 'ida@example.com' }))).response.status).toBe(403)
})

test('whoever an admin made one keeps the address as well', async () => {
  const mary = person()
  const { user } = await (await come(mary)).browser.session()
  await colleague.patch(`/v1/members/${user.id}`, { role: 'admin' })
  expect((await come(person({ email: mary.user.email }))).response.status).toBe(403)
  expect((await come(mary)).response.status).toBe(302)
})

test('a member whose account gets the address of an admin is refused, and stays who they were', async () => {
  const eve = person()
  const { user } = await (await come(eve)).browser.session()
  await come(person({ email: 'olga@example.com' }))
  const renamed = await come({ user: { ...eve.user, email: 'olga@example.com' } })
  expect(renamed.response.status).toBe(403)
  expect(await members(eve.user.email as string)).toMatchObject([{ id: user.id, role: 'viewer' }])
})

test('when its account is removed, the address is free for another, and only then', async () => {
  const [old, fresh] = [person({ email: 'vera@example.com' }), person({ email: 'vera@example.com' })]
  const { user } = await (await come(old)).browser.session()
  expect((await come(fresh)).response.status).toBe(403)
  await colleague.delete(`/v1/members/${user.id}`)
  const { browser } = await come(fresh)
  expect((await browser.session()).role).toBe('admin')
  expect((await come(old)).response.status, 'it is the new account’s now').toBe(403)
})

test('that holds for everybody, admin or not, whatever the case of the address', async () => {
  const ada = person()
  await come(ada)
  for (const email of [ada.user.email, String(ada.user.email).toUpperCase()]) {
    expect((await come(person({ email }))).response.status).toBe(403)
  }
  expect(await members(ada.user.email as string)).toHaveLength(1)
  expect((await come(ada)).response.status).toBe(302)
})

test('a removed person’s address stays out, by whichever account, until somebody invites it anew', async () => {
  const old = person()
  const email = old.user.email as string
  const { user } = await (await come(old)).browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  const fresh = person({ email: email.toUpperCase() })
  const refused = await come(fresh)
  expect([refused.response.status, refused.page]).toEqual([
    403,
    expect.stringContaining('You are not a member any more'),
  ])
  const eve = person()
  await come(eve)
  expect((await come({ user: { ...eve.user, email } })).response.status, 'nor by a member’s account').toBe(403)

  server.moveClock(1_000)
  expect((await colleague.post('/v1/invitations', { email, role: 'editor' })).status).toBe(201)
  const { browser } = await come(fresh)
  expect((await browser.session()).role).toBe('editor')
  expect((await come(fresh)).response.status).toBe(302)
  expect((await come(old)).response.status, 'the old account is out').toBe(403)
  const restored = await colleague.patch(`/v1/members/${user.id}`, { role: 'viewer' })
  expect(restored).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('who is let in again by their role has their address again', async () => {
  const ada = person()
  const { user } = await (await come(ada)).browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  expect((await colleague.patch(`/v1/members/${user.id}`, { role: 'editor' })).status).toBe(200)
  expect((await (await come(ada)).browser.session()).role).toBe('editor')
  expect((await come(person({ email: ada.user.email }))).response.status).toBe(403)
})
