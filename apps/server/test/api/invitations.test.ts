import type { OrganizationId } from '@bunting/contract'
import { expect, test } from 'vitest'
import { adminToken } from '../../src/testing/servers/test-server.ts'
import { person, startWithProvider } from './support/with-provider.ts'

const groups = new Map([['writers', 'editor' as const]])
const { server, first, come } = await startWithProvider({ groups })
const admin = await server.newMember(first, 'admin')
const invite = (email: string, fields: object = {}) =>
  admin.post('/v1/invitations', { email, role: 'editor', ...fields })
const open = async () => (await admin.get('/v1/invitations')).body.items
const entriesAbout = (id: string) => first.walk(`${first.base}/audit-log?resourceId=${id}`)

test('who is invited comes in with the roles, though nobody else of their domain may, and may come again', async () => {
  const projects = { [first.project.id]: 'admin' }
  const { status, body: invitation } = await invite('Eve@Elsewhere.example', { projects })
  expect(status).toBe(201)
  expect(invitation).toMatchObject({ email: 'eve@elsewhere.example', role: 'editor', projects, createdBy: admin.id })

  const eve = person({ email: 'eve@ELSEWHERE.example' })
  expect((await come(person({ email: 'mallory@elsewhere.example' }))).response.status).toBe(403)
  const session = await (await come(eve)).browser.session()
  expect(session).toMatchObject({ role: 'editor', projects, user: { email: 'eve@ELSEWHERE.example' } })
  expect(await open()).toEqual([])
  const [joined] = await entriesAbout(session.user.id)
  expect(joined).toMatchObject({
    action: 'member.joined',
    meta: { role: 'editor', projects, invitationId: invitation.id },
  })
  expect(await entriesAbout(invitation.id)).toMatchObject([{ action: 'member.invited', actorId: admin.id }])

  await admin.patch(`/v1/members/${session.user.id}`, { role: 'viewer' })
  expect((await (await come(eve)).browser.session()).role).toBe('viewer')
})

test('it is used up: another account with the address is not let in by it', async () => {
  await invite('once@elsewhere.example')
  expect((await come(person({ email: 'once@elsewhere.example' }))).response.status).toBe(302)
  expect((await come(person({ email: 'once@elsewhere.example' }))).response.status).toBe(403)
})

test('an address that the provider does not call verified opens nothing', async () => {
  await invite('unsure@elsewhere.example')
  const unverified = person({ email: 'unsure@elsewhere.example', email_verified: false })
  expect((await come(unverified)).response.status).toBe(403)
  expect((await come(person({ email: 'un\u0455ure@elsewhere.example' }))).response.status).toBe(403)
  expect((await come(person({ email: 'unsure@elsewhere.example' }))).response.status).toBe(302)
})

test('a withdrawn invitation lets nobody in, and is gone', async () => {
  const { body: invitation } = await invite('late@elsewhere.example')
  expect((await admin.delete(`/v1/invitations/${invitation.id}`)).body).toEqual({ id: invitation.id })
  expect((await admin.delete(`/v1/invitations/${invitation.id}`)).status).toBe(404)
  expect((await come(person({ email: 'late@elsewhere.example' }))).response.status).toBe(403)
  expect((await entriesAbout(invitation.id)).map(({ action }) => action)).toEqual([
    'member.uninvited',
    'member.invited',
  ])
})

test('a member whose address has become an invited one stays as they are, and uses it up', async () => {
  const ada = person()
  const { user } = await (await come(ada)).browser.session()
  const { body: invitation } = await invite('renamed@example.com', { role: 'admin' })
  const { browser } = await come({ user: { ...ada.user, email: 'renamed@example.com' } })
  expect((await browser.session()).role).toBe('viewer')
  expect(await open()).toEqual([])
  const [entry] = await entriesAbout(invitation.id)
  expect(entry).toMatchObject({ action: 'member.uninvited', actorId: user.id, meta: { used: true } })
})

test('who was removed comes back by an invitation from after that, and by none from before', async () => {
  const ada = person()
  const moved = { user: { ...ada.user, email: 'before@example.com' } }
  const { user } = await (await come(ada)).browser.session()
  await invite('before@example.com', { role: 'admin' })
  server.moveClock(1_000)
  await admin.delete(`/v1/members/${user.id}`)
  const refused = await come(moved)
  expect(refused.response.status).toBe(403)
  expect(refused.page).toContain('You are not a member any more')

  await invite(String(ada.user.email), { role: 'editor', projects: { [first.project.id]: 'viewer' } })
  const back = await (await come(ada)).browser.session()
  expect(back).toMatchObject({ user: { id: user.id }, role: 'editor', projects: { [first.project.id]: 'viewer' } })
  for (const one of await open()) await admin.delete(`/v1/invitations/${one.id}`)
})

test('the role of a group, and being the operator’s admin, wins over the invitation’s', async () => {
  await invite('writer@elsewhere.example', { role: 'admin', projects: { [first.project.id]: 'viewer' } })
  const writer = await come(person({ email: 'writer@elsewhere.example', groups: ['writers'] }))
  expect(await writer.browser.session()).toMatchObject({ role: 'editor', projects: { [first.project.id]: 'viewer' } })
  await invite('grace@example.com', { role: 'viewer' })
  expect((await (await come(person({ email: 'grace@example.com' }))).browser.session()).role).toBe('admin')
})

test('bad addresses and projects of nobody are refused', async () => {
  for (const email of ['', 'eve', 'eve@', '@example.com', 'e ve@example.com', `${'x'.repeat(254)}@example.com`]) {
    expect((await invite(email)).status, email).toBe(422)
  }
  expect((await invite('eve@example.com', { projects: { proj_nobody: 'editor' } })).status).toBe(404)
  expect((await invite('eve@example.com', { projects: { [first.project.id]: null } })).status).toBe(422)
  expect((await invite('eve@example.com', { role: 'owner' })).status).toBe(422)
  expect(await open()).toEqual([])
})

test('only so many are open, and keys do nothing with them', async () => {
  expect((await first.get('/v1/invitations')).status).toBe(403)
  expect((await first.post('/v1/invitations', { email: 'eve@example.com', role: 'admin' })).status).toBe(403)
  const { invitations } = server.deps.store
  for (let made = 0; made < 500; made++) {
    const fields = {
      id: server.deps.newId('invitation'),
      orgId: first.id as OrganizationId,
      email: `guest-${made}@example.com`,
    } as const
    await invitations.insert({ ...fields, role: 'viewer', createdBy: admin.id }, server.deps.nowUs())
  }
  expect(await invite('one-more@example.com')).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test('where the plan has no room, who is invited is refused, and comes in when there is some', async () => {
  await server.send('PATCH', `/admin/v1/organizations/${first.id}`, { key: adminToken, body: { plan: 'free' } })
  let members = await first.walk('/v1/members')
  for (let count = members.length; count < 25; count++) await server.newMember(first, 'viewer')
  const guest = person({ email: 'guest-1@example.com' })
  const { response, page } = await come(guest)
  expect(response.status).toBe(403)
  expect(page).toContain('There is no room for another member')
  members = await first.walk('/v1/members')
  await admin.delete(`/v1/members/${members.find(({ role }) => role === 'viewer').id}`)
  expect((await come(guest)).response.status).toBe(302)
})
