import type { Role } from '@bunting/contract'
import { expect, test } from 'vitest'
import { person, startWithProvider } from './support/with-provider.ts'

const groups = new Map<string, Role>([
  ['everybody', 'viewer'],
  ['developers', 'editor'],
  ['flag-admins', 'admin'],
])
const { server, first, come } = await startWithProvider({ groups })
const admin = await server.newMember(first, 'admin')

/** A person whose domain is not admitted, so that only a group lets them in. */
const outsider = (named: unknown) => person({ email: `${crypto.randomUUID()}@elsewhere.example`, groups: named })
const inGroups = ({ user }: ReturnType<typeof person>, named: unknown) => ({ user: { ...user, groups: named } })

const cases: [what: string, groups: unknown, role: Role | undefined][] = [
  ['one group', ['developers'], 'editor'],
  ['several groups', ['everybody', 'flag-admins', 'developers', 'others'], 'admin'],
  ['a group that is no list', 'everybody', 'viewer'],
  ['groups that have no role', ['others', 'Developers', 'developers '], undefined],
  ['no groups', [], undefined],
  ['none', undefined, undefined],
  ['null', null, undefined],
  ['what is no group', [null, 7, { name: 'developers' }, ['developers']], undefined],
  ['an object', { developers: 'developers' }, undefined],
  ['names that every object has', ['__proto__', 'constructor', 'toString'], undefined],
  ['more groups than anybody has', [...Array(1_000).fill('others'), 'developers'], undefined],
]
for (const [what, named, role] of cases) {
  test(`with ${what} somebody ${role ? `is let in as ${role}` : 'is not let in'}`, async () => {
    const { browser, response } = await come(outsider(named))
    if (role) expect((await browser.session()).role).toBe(role)
    else expect(response.status).toBe(403)
  })
}

test('an e-mail has to be verified for groups too', async () => {
  const { user } = outsider(['developers'])
  expect((await come({ user: { ...user, email_verified: false } })).response.status).toBe(403)
})

test('groups are read at each sign-in: a role goes up and down, whoever gave it, and the log says so', async () => {
  const ada = outsider(['developers'])
  const { user } = await (await come(ada)).browser.session()
  const roleWith = async (named: unknown) => (await (await come(inGroups(ada, named))).browser.session()).role
  expect(await roleWith(['flag-admins'])).toBe('admin')
  expect(await roleWith(['everybody'])).toBe('viewer')
  await admin.patch(`/v1/members/${user.id}`, { role: 'admin' })
  expect(await roleWith(['developers'])).toBe('editor')
  const entries = await first.walk(`${first.base}/audit-log?resourceId=${user.id}`)
  const updates = entries.filter(({ action }) => action === 'member.updated')
  expect(updates.map(({ actorId, meta }) => [actorId, meta.role])).toEqual([
    ['operator', 'editor'],
    [admin.id, 'admin'],
    ['operator', 'viewer'],
    ['operator', 'admin'],
  ])
})

test('who left every group is not let in, or is a viewer where their domain is', async () => {
  const [outside, inside] = [outsider(['flag-admins']), person({ groups: ['flag-admins'] })]
  for (const who of [outside, inside]) expect((await (await come(who)).browser.session()).role).toBe('admin')
  expect((await come(inGroups(outside, []))).response.status).toBe(403)
  expect((await (await come(inGroups(inside, []))).browser.session()).role).toBe('viewer')
})

test('whom an admin gave a role keeps it without any group', async () => {
  const ada = person()
  const { user } = await (await come(ada)).browser.session()
  await admin.patch(`/v1/members/${user.id}`, { role: 'editor' })
  expect((await (await come(ada)).browser.session()).role).toBe('editor')
})

test('the operator’s admins are admins whatever their groups are', async () => {
  const { browser } = await come(person({ email: 'grace@example.com', groups: ['everybody'] }))
  expect((await browser.session()).role).toBe('admin')
})

test('who was removed stays away, whatever their groups are', async () => {
  const ada = outsider(['flag-admins'])
  const { user } = await (await come(ada)).browser.session()
  await admin.delete(`/v1/members/${user.id}`)
  const { response, page } = await come(ada)
  expect(response.status).toBe(403)
  expect(page).toContain('You are not a member any more')
})

test('an address that groups made an admin’s is one account’s', async () => {
  const ada = outsider(['flag-admins'])
  await come(ada)
  expect((await come({ user: { ...ada.user, id: 'another' } })).response.status).toBe(403)
})

test('groups take the last admin’s role from nobody, and the log of the service says so', async () => {
  const alone = await startWithProvider({ groups })
  const ada = outsider(['flag-admins'])
  await alone.come(ada)
  const { browser } = await alone.come(inGroups(ada, ['everybody']))
  expect((await browser.session()).role).toBe('admin')
  expect(alone.server.logged.join()).toContain('the groups of the last admin make them none')
  await alone.server.newMember(alone.first, 'admin')
  const later = await alone.come(inGroups(ada, ['everybody']))
  expect((await later.browser.session()).role).toBe('viewer')
})
