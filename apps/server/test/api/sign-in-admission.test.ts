import { expect, test } from 'vitest'
import type { Person } from './support/plain-provider.ts'
import { person, startWithProvider } from './support/with-provider.ts'

const { server, first, come } = await startWithProvider()
const grace = person({ email: 'grace@example.com' })
const colleague = await server.newMember(first, 'admin')

test('the operator’s admins enter as admins, whatever the case of their address', async () => {
  const { browser } = await come({ user: { ...grace.user, email: 'grace@EXAMPLE.com' } })
  expect((await browser.session()).role).toBe('admin')
})

test('the operator’s admins are admins again whenever they sign in; the others keep the role they have', async () => {
  const ada = person()
  for (const [who, role] of [
    [grace, 'admin'],
    [ada, 'editor'],
  ] as const) {
    const { user } = await (await come(who)).browser.session()
    await colleague.patch(`/v1/members/${user.id}`, { role: 'editor' })
    expect((await (await come(who)).browser.session()).role).toBe(role)
    const entries = await first.walk(`${first.base}/audit-log?action=member.updated&resourceId=${user.id}`)
    const given = entries.map(({ actorId, meta }) => [actorId === 'operator', meta.role])
    expect(given).toEqual([...(role === 'admin' ? [[true, 'admin']] : []), [false, 'editor']])
  }
})

const strangers = [
  'eve@elsewhere.example',
  'eve@example.com.evil.example',
  'eve@evilexample.com',
  'eve@sub.example.com',
  'grace@example.org',
  `${'x'.repeat(188)}@example.com.evil.example`,
]
for (const email of strangers) {
  test(`${email.slice(-40)} is refused with a page that says so`, async () => {
    const { browser, response, page } = await come(person({ email }))
    expect(response.status).toBe(403)
    expect(page).toContain(email)
    expect(page).toContain('ask whoever runs Bunting')
    expect(page).toContain(response.headers.get('x-request-id'))
    expect(browser.cookies.size).toBe(0)
  })
}

test('who was removed does not come back by themselves, unless the operator made them an admin', async () => {
  const ada = person()
  await server.newMember(first, 'admin')
  for (const [who, status] of [
    [ada, 403],
    [grace, 302],
  ] as const) {
    const { user } = await (await come(who)).browser.session()
    await colleague.delete(`/v1/members/${user.id}`)
    expect((await come(who)).response.status).toBe(status)
  }
})

const emails: [what: string, who: Person, status: number][] = [
  ['one that the provider calls verified', person({ email_verified: true }), 302],
  ['one that the provider says nothing of', person(), 302],
  ['one that the provider calls unverified', person({ email_verified: false }), 403],
  ['one that the provider calls verified in words', person({ email_verified: 'true' }), 302],
  ['one that the provider calls unverified in words', person({ email_verified: 'false' }), 403],
  ['one that the provider says null of', person({ email_verified: null }), 403],
  ['one that the provider says 0 of', person({ email_verified: 0 }), 403],
  ['one that the provider says something odd of', person({ email_verified: 'yes' }), 403],
  ['none', person({ email: null }), 403],
  ['one that is none', person({ email: 'ada of example.com' }), 403],
  [
    'a verified primary one in a list',
    person({ email: null }, { emails: [{ email: 'primary@example.com', primary: true, verified: true }] }),
    302,
  ],
  [
    'an unverified one in a list',
    person({ email: 'ada@example.com' }, { emails: [{ email: 'ada@example.com', primary: true, verified: false }] }),
    403,
  ],
  [
    'one in a list that says null of it',
    person({ email: 'ada@example.com' }, { emails: [{ email: 'ada@example.com', primary: true, verified: null }] }),
    403,
  ],
  [
    'a verified one elsewhere, and an unverified one here',
    person(
      { email: null },
      {
        emails: [
          { email: 'ada@example.com', primary: false, verified: false },
          { email: 'ada@elsewhere.example', primary: true, verified: true },
        ],
      },
    ),
    403,
  ],
  ['a list that says nothing of verification', person({}, { emails: [{ email: 'other@example.com' }] }), 302],
]
for (const [what, who, status] of emails) {
  test(`an account with ${what} as its e-mail is answered ${status}`, async () => {
    expect((await come(who)).response.status).toBe(status)
  })
}

for (const id of ['', '\0', 'x'.repeat(256), null, { id: 1 }, true]) {
  test(`nobody is let in whom the provider calls ${JSON.stringify(id)?.slice(0, 20)}`, async () => {
    expect((await come(person({ id }))).response.status).toBe(502)
  })
}
