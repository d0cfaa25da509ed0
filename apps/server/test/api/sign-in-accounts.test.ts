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

test('an admin’s address is one account’s: another with it is refused, with a page that says so', async () => {
  const grace = await come(person({ email: 'grace@example.com' }))
  for (const email of ['grace@example.com', 'Grace@EXAMPLE.com']) {
    const { browser, response, page } = await come(person({ email }))
    expect(response.status).toBe(403)
    expect(page).toContain(`${email} is the address of an admin who signs in with another account`)
    expect(page).toContain('have an admin remove it from the members')
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

test('those who are no admins may share an address', async () => {
  const ada = person()
  await come(ada)
  const { browser } = await come(person({ email: ada.user.email }))
  expect((await browser.session()).role).toBe('viewer')
})

test('admins who share an address from before can both sign in', async () => {
  const [one, two] = [person(), person()]
  const ids = []
  for (const who of [one, two]) ids.push((await (await come(who)).browser.session()).user.id)
  const { users } = server.deps.store
  for (const id of ids) {
    await users.setRole(id, 'admin')
    await users.refresh(id, {
      identity: '',
      name: 'Ada',
      email: 'shared@example.com',
      roleFromGroups: false,
      invited: false,
    })
  }
  for (const { user } of [one, two]) {
    const { response } = await come({ user: { ...user, email: 'Shared@example.com' } })
    expect(response.status).toBe(302)
  }
})
