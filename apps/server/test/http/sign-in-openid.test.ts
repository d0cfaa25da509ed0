import { expect, test } from 'vitest'
import { startWithOidc } from '../api/support/with-oidc.ts'

const admin = 'grace@example.com'
const none = { email: undefined, email_verified: undefined }

/** People whom the service does not know: the provider's claims about them by source, and the resulting status. */
const cases: Record<string, { said: Parameters<typeof startWithOidc>[0][string]; strict: number; trusting: number }> = {
  true: { said: { everywhere: { email_verified: true } }, strict: 302, trusting: 302 },
  'true as a text': { said: { everywhere: { email_verified: 'true' } }, strict: 302, trusting: 302 },
  nothing: { said: { everywhere: { email_verified: undefined } }, strict: 403, trusting: 302 },
  null: { said: { everywhere: { email_verified: null } }, strict: 403, trusting: 403 },
  '0': { said: { everywhere: { email_verified: 0 } }, strict: 403, trusting: 403 },
  '1': { said: { everywhere: { email_verified: 1 } }, strict: 403, trusting: 403 },
  yes: { said: { everywhere: { email_verified: 'yes' } }, strict: 403, trusting: 403 },
  false: { said: { everywhere: { email_verified: false } }, strict: 403, trusting: 403 },
  'false as a text': { said: { everywhere: { email_verified: 'false' } }, strict: 403, trusting: 403 },
  'true in the id token, nothing elsewhere': { said: { inUserinfo: none }, strict: 302, trusting: 302 },
  'true in the userinfo, nothing elsewhere': { said: { inIdToken: none }, strict: 302, trusting: 302 },
  'true in the id token of no address, which the userinfo has': {
    said: { inIdToken: { email: undefined }, inUserinfo: { email_verified: undefined } },
    strict: 403,
    trusting: 302,
  },
  'true in the userinfo of no address, which the id token has': {
    said: { inIdToken: { email_verified: undefined }, inUserinfo: { email: undefined } },
    strict: 403,
    trusting: 302,
  },
  'true in the one source and false in the other': {
    said: { inUserinfo: { email_verified: false } },
    strict: 403,
    trusting: 403,
  },
  'nothing at all': { said: { everywhere: none }, strict: 403, trusting: 403 },
}
const accounts = {
  ...Object.fromEntries(Object.entries(cases).map(([, { said }], at) => [`${at}@example.com`, said])),
  // A person with an address of their own who claims that another one is theirs.
  'verified-own': {
    inIdToken: { email: 'eve@elsewhere.example' },
    inUserinfo: { email: admin, email_verified: undefined },
  },
  'verified-own-too': {
    inIdToken: { email: admin, email_verified: null },
    inUserinfo: { email: 'eve@elsewhere.example' },
  },
  'both-verified': { inIdToken: { email: 'ada@example.com' }, inUserinfo: { email: 'eve@elsewhere.example' } },
  'by-name': { everywhere: { email: 'by-name@elsewhere.example', groups: ['developers'] } },
  'by-path': { everywhere: { email: 'by-path@elsewhere.example', realm_access: { roles: ['developers'] } } },
  'in-token': {
    everywhere: { email: 'in-token@elsewhere.example' },
    inIdToken: { groups: ['developers'] },
    inUserinfo: { groups: ['flag-admins'] },
  },
  'in-userinfo': { everywhere: { email: 'in-userinfo@elsewhere.example' }, inUserinfo: { groups: ['developers'] } },
  namespaced: {
    everywhere: { email: 'namespaced@elsewhere.example', 'https://example.com/groups': ['developers'] },
  },
}
const guests = { admins: [admin], domains: ['example.com'] }
const strict = await startWithOidc(accounts, { guests })
const trusting = await startWithOidc(accounts, { guests, trustEmail: true })

for (const [at, [said, expected]] of Object.entries(cases).map((entry, index) => [index, entry] as const)) {
  test(`an address of which the provider says ${said} is answered ${expected.strict}`, async () => {
    expect((await strict.come(`${at}@example.com`)).response.status).toBe(expected.strict)
  })

  test(`where the operator trusts its addresses, ${said} is answered ${expected.trusting}`, async () => {
    expect((await trusting.come(`${at}@example.com`)).response.status).toBe(expected.trusting)
  })
}

for (const account of ['verified-own', 'verified-own-too']) {
  test(`nobody is an admin by an address of one source and the word of another (${account})`, async () => {
    for (const { come } of [strict, trusting]) {
      const { response, page } = await come(account)
      expect(response.status).toBe(403)
      expect(page).toContain('eve@elsewhere.example')
    }
  })
}

test('of two verified addresses the id token’s counts', async () => {
  const { browser } = await strict.come('both-verified')
  expect((await browser.session()).user.email).toBe('ada@example.com')
})

const claims = {
  groups: { 'by-name': 'editor', 'in-token': 'editor', 'in-userinfo': 'editor', 'by-path': undefined },
  'realm_access.roles': { 'by-path': 'editor', 'by-name': undefined },
  'https://example.com/groups': { namespaced: 'editor', 'by-name': undefined },
}
for (const [groupsClaim, people] of Object.entries(claims)) {
  test(`groups are read from the claim ${groupsClaim}`, async () => {
    const groups = new Map([
      ['developers', 'editor' as const],
      ['flag-admins', 'admin' as const],
    ])
    const { come } = await startWithOidc(accounts, { guests: { groups }, groupsClaim })
    for (const [account, role] of Object.entries(people)) {
      const { browser, response } = await come(account)
      if (role) expect((await browser.session()).role, account).toBe(role)
      else expect(response.status, account).toBe(403)
    }
  })
}

test('a wrong client secret is told of in the log by OAuth’s name for it, and nowhere else', async () => {
  const clientSecret = 'not-the-secret-of-the-provider'
  const { server, come } = await startWithOidc({}, { guests: { domains: ['example.com'] }, clientSecret })
  const { response, page } = await come('ada@example.com')
  expect(response.status).toBe(502)
  expect(page).not.toContain('invalid_client')
  const told = server.logged.find((line) => line.includes('a sign-in failed at the provider')) ?? '{}'
  expect(JSON.parse(told).err.message).toBe(
    'The provider answered invalid_client: are BUNTING_OAUTH_CLIENT_ID and BUNTING_OAUTH_CLIENT_SECRET right?',
  )
  expect(told).not.toContain(clientSecret)
})
