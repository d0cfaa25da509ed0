import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

const openId = { BUNTING_OAUTH_ISSUER: 'https://id.example.com', BUNTING_OAUTH_CLIENT_ID: 'bunting' }
const plain = {
  BUNTING_OAUTH_AUTHORIZE_URL: 'https://code.example.com/authorize',
  BUNTING_OAUTH_TOKEN_URL: 'https://code.example.com/token',
  BUNTING_OAUTH_USERINFO_URL: 'https://code.example.com/user',
  BUNTING_OAUTH_CLIENT_ID: 'bunting',
}
const guests = { BUNTING_OAUTH_DOMAINS: 'example.com' }

test('without any of its settings there is no provider', () => {
  expect(readConfig({}).oauth).toBeUndefined()
})

test('an issuer is enough to say where a provider is', () => {
  const lists = { BUNTING_OAUTH_ADMINS: 'grace@example.com, ada@example.com', BUNTING_OAUTH_DOMAINS: 'a.example,' }
  expect(() => readConfig({ ...openId, ...lists })).toThrow(/BUNTING_OAUTH_DOMAINS/)
  const { oauth } = readConfig({ ...openId, ...lists, BUNTING_OAUTH_DOMAINS: 'a.example , b.example' })
  expect(oauth).toEqual({
    addresses: { issuer: 'https://id.example.com' },
    clientId: 'bunting',
    clientSecret: undefined,
    scopes: 'openid profile email',
    trustEmail: false,
    groupsClaim: undefined,
    guests: {
      admins: ['grace@example.com', 'ada@example.com'],
      domains: ['a.example', 'b.example'],
      groups: new Map(),
    },
  })
})

test('a plain provider is named address by address', () => {
  const { oauth } = readConfig({ ...plain, ...guests, BUNTING_OAUTH_CLIENT_SECRET: 'hush' })
  expect(oauth).toMatchObject({
    addresses: {
      authorizeUrl: 'https://code.example.com/authorize',
      tokenUrl: 'https://code.example.com/token',
      userinfoUrl: 'https://code.example.com/user',
    },
    clientSecret: 'hush',
    scopes: 'read:user user:email',
  })
})

test('scopes can be others', () => {
  expect(readConfig({ ...openId, ...guests, BUNTING_OAUTH_SCOPES: 'openid email' }).oauth?.scopes).toBe('openid email')
})

test('groups have roles, and are enough to say who may come in', () => {
  const groups = {
    BUNTING_OAUTH_GROUPS_CLAIM: 'realm_access.roles',
    BUNTING_OAUTH_GROUP_ROLES: 'flag-admins=admin, /all staff = viewer,cn=devs=editor',
  }
  const { oauth } = readConfig({ ...openId, ...groups })
  expect(oauth?.groupsClaim).toBe('realm_access.roles')
  expect(Object.fromEntries(oauth?.guests.groups ?? [])).toEqual({
    'flag-admins': 'admin',
    '/all staff': 'viewer',
    'cn=devs': 'editor',
  })
})

test('an operator can trust the addresses of an issuer', () => {
  const trustOf = (BUNTING_OAUTH_TRUST_EMAIL: string) =>
    readConfig({ ...openId, ...guests, BUNTING_OAUTH_TRUST_EMAIL }).oauth?.trustEmail
  expect(['on', 'off', ''].map(trustOf)).toEqual([true, false, false])
})

const bad: [what: string, settings: Record<string, string>, line: RegExp][] = [
  ['nobody to let in', openId, /nobody could sign in.*set one/],
  ['no client id', { BUNTING_OAUTH_ISSUER: 'https://id.example.com', ...guests }, /needs BUNTING_OAUTH_CLIENT_ID/],
  [
    'no provider',
    { BUNTING_OAUTH_CLIENT_SECRET: 'hush' },
    /BUNTING_OAUTH_CLIENT_SECRET is set, and needs BUNTING_OAUTH_ISSUER/,
  ],
  [
    'both kinds of provider',
    { ...plain, ...openId, ...guests },
    /BUNTING_OAUTH_ISSUER and BUNTING_OAUTH_AUTHORIZE_URL are both set/,
  ],
  ['half a plain provider', { ...plain, BUNTING_OAUTH_TOKEN_URL: '', ...guests }, /needs BUNTING_OAUTH_TOKEN_URL/],
  ['an issuer over plain HTTP', { ...openId, ...guests, BUNTING_OAUTH_ISSUER: 'http://id.example.com' }, /https:\/\//],
  [
    'a domain that is none',
    { ...openId, BUNTING_OAUTH_DOMAINS: 'example.com,@example.org' },
    /domains such as example.com/,
  ],
  [
    'groups without roles',
    { ...openId, ...guests, BUNTING_OAUTH_GROUPS_CLAIM: 'groups' },
    /BUNTING_OAUTH_GROUPS_CLAIM is set, and needs BUNTING_OAUTH_GROUP_ROLES too/,
  ],
  [
    'roles of groups that nothing names',
    { ...openId, ...guests, BUNTING_OAUTH_GROUP_ROLES: 'devs=editor' },
    /BUNTING_OAUTH_GROUP_ROLES is set, and needs BUNTING_OAUTH_GROUPS_CLAIM too/,
  ],
  ...['devs', 'devs=', '=editor', 'devs=owner', 'devs=editor,', 'devs:editor', 'cn=devs,ou=all=editor'].map(
    (BUNTING_OAUTH_GROUP_ROLES): [string, Record<string, string>, RegExp] => [
      `the roles of groups "${BUNTING_OAUTH_GROUP_ROLES}"`,
      { ...openId, BUNTING_OAUTH_GROUPS_CLAIM: 'groups', BUNTING_OAUTH_GROUP_ROLES },
      /a role \(viewer, editor, admin\) for each group/,
    ],
  ),
  [
    'trust in the addresses of a plain provider',
    { ...plain, ...guests, BUNTING_OAUTH_TRUST_EMAIL: 'on' },
    /BUNTING_OAUTH_TRUST_EMAIL is for BUNTING_OAUTH_ISSUER/,
  ],
  ['nowhere to send people back to', { ...openId, ...guests, BUNTING_HOST: '0.0.0.0' }, /needs a BUNTING_PUBLIC_URL/],
]
for (const [what, settings, line] of bad) {
  test(`${what} stops the start`, () => {
    expect(() => readConfig(settings)).toThrow(line)
    expect(() => readConfig(settings)).not.toThrow(/hush/)
  })
}

test('on this machine an issuer may be reached over plain HTTP', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const BUNTING_OAUTH_ISSUER = `http://${host}:8080`
    expect(readConfig({ ...openId, ...guests, BUNTING_OAUTH_ISSUER }).oauth?.addresses).toEqual({
      issuer: BUNTING_OAUTH_ISSUER,
    })
  }
  for (const host of ['localhost.evil.example', '127.evil.example', '128.0.0.1']) {
    expect(() => readConfig({ ...openId, ...guests, BUNTING_OAUTH_ISSUER: `http://${host}` })).toThrow(/https:/)
  }
})
