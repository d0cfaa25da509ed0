import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

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
    guests: { admins: ['grace@example.com', 'ada@example.com'], domains: ['a.example', 'b.example'] },
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
