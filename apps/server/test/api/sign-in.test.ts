import { expect, test, vi } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { managementApp } from '../../src/management/app.ts'
import { signIn } from '../../src/sign-in/app.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { openBrowser } from './support/browser.ts'
import { person, publicUrl, startWithProvider } from './support/with-provider.ts'

const { server, provider, settings, first, come } = await startWithProvider()

for (const path of ['/api/auth/idp', '/api/auth/sign-in/idp']) {
  test(`${path} sends the browser to the provider, and has it keep the state`, async () => {
    const response = await server.fetch(path)
    expect(response.status).toBe(302)
    const address = new URL(response.headers.get('location') ?? '')
    expect(`${address.origin}${address.pathname}`).toBe(`${provider.url}/authorize`)
    const { state = '', ...asked } = Object.fromEntries(address.searchParams)
    expect(asked).toEqual({
      client_id: 'bunting-tests',
      redirect_uri: `${publicUrl}/api/auth/callback/idp`,
      response_type: 'code',
      scope: 'read:user user:email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(state.length).toBeGreaterThanOrEqual(43)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toBe(`oauth_state=${state}; Max-Age=600; Path=/api/auth; HttpOnly; Secure; SameSite=Lax`)
  })
}

test('somebody of an invited domain enters as a viewer of the first organization', async () => {
  const ada = person()
  const { browser, response } = await come(ada)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/')
  expect(response.headers.getSetCookie().at(-1)).toMatch(
    /^__Host-bunting_session=[0-9A-Za-z]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect([...browser.cookies.keys()]).toEqual(['__Host-bunting_session'])
  expect(await browser.session()).toEqual({
    user: { id: expect.stringMatching(/^user_/), name: 'Ada', email: ada.user.email },
    organization: { id: first.id, name: 'Test' },
    plan: 'enterprise',
    role: 'viewer',
  })
})

test('whoever signs in again is the same user, called as the provider calls them now', async () => {
  const before = person()
  const { user } = await (await come(before)).browser.session()
  const renamed = { user: { ...before.user, name: 'Ada L.', email: 'lovelace@example.com' } }
  const again = await (await come(renamed)).browser.session()
  expect(again.user).toEqual({ id: user.id, name: 'Ada L.', email: 'lovelace@example.com' })
})

test('a provider without a name for somebody has one anyway', async () => {
  const { browser } = await come(person({ name: null, login: 'ada' }))
  expect((await browser.session()).user.name).toBe('ada')
})

test('names that are hostile are kept as text, and shown as text', async () => {
  const name = `<script>alert(1)</script>\0${'x'.repeat(300)}`
  const { browser } = await come(person({ name }))
  expect((await browser.session()).user.name).toBe(name.replace('\0', '').slice(0, 200))
  const { page } = await come(person({ email: '"<script>alert(1)</script>"@evil.example' }))
  expect(page).not.toContain('<script>')
  expect(page).toContain('&lt;script&gt;')
})

test('a new sign-in ends the session that the browser came with, whoever’s it was, and no other', async () => {
  const [ada, eve] = [person(), person()]
  const { browser } = await come(ada)
  const elsewhere = await come(ada)
  for (const next of [eve, eve]) {
    const before = browser.cookies.get('__Host-bunting_session') ?? ''
    provider.become(next)
    await browser.signIn()
    expect((await browser.session()).user.email).toBe(next.user.email)
    const left = openBrowser(server)
    left.cookies.set('__Host-bunting_session', before)
    expect((await left.go('/api/auth/session')).status).toBe(401)
  }
  expect((await elsewhere.browser.session()).user.email).toBe(ada.user.email)
})

test('a sign-in that is refused ends nothing', async () => {
  const { browser } = await come(person())
  provider.become(person({ email: 'eve@elsewhere.example' }))
  expect((await browser.signIn()).status).toBe(403)
  expect((await browser.go('/api/auth/session')).status).toBe(200)
})

test('a sign-in that did not begin in this browser is refused', async () => {
  provider.become(person())
  const victim = openBrowser(server)
  const attacker = openBrowser(server)
  const back = await attacker.goAndComeBack()
  expect((await victim.go(back)).status).toBe(400)
  await victim.goAndComeBack()
  const response = await victim.go(back)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(`href="${publicUrl}/api/auth/idp"`)
  expect(victim.cookies.size).toBe(0)
})

test('without a state, or with another one, the callback is a 400', async () => {
  provider.become(person())
  for (const change of [
    (back: URL) => back.searchParams.delete('state'),
    (back: URL) => back.searchParams.set('state', ''),
    (back: URL) => back.searchParams.set('state', 'another'),
    (back: URL) => back.searchParams.append('state', 'twice'),
  ]) {
    const browser = openBrowser(server)
    const back = new URL(await browser.goAndComeBack())
    change(back)
    expect([400, 502]).toContain((await browser.go(back.href)).status)
    expect(browser.cookies.has('__Host-bunting_session')).toBe(false)
  }
  expect((await openBrowser(server).go('/api/auth/callback/idp')).status).toBe(400)
})

test('hostile cookies and queries are refused, and are no fault of ours', async () => {
  const logged = server.logged.length
  const cookies = ['%', 'a b', '%00', 'x'.repeat(5_000), '"', 'é'].map(encodeURI)
  const queries = [
    '?',
    '?state=%',
    '?state=%ff&code=%00',
    '?state[]=x',
    `?state=${'x'.repeat(5_000)}`,
    '?returnTo=%ff%00',
  ]
  for (const path of ['/api/auth/callback/idp', '/api/auth/idp', '/api/auth/local', '/api/auth/session']) {
    for (const value of cookies) {
      const cookie = `oauth_state=${value}; oauth_attempt=${value}; __Host-bunting_session=${value}; ${value}`
      for (const query of queries) {
        const response = await server.fetch(`${path}${query}`, { headers: { cookie } })
        expect([302, 400, 401, 404], `${path}${query}`.slice(0, 80)).toContain(response.status)
      }
    }
  }
  expect(server.logged.slice(logged)).toEqual([])
})

test('a callback works once', async () => {
  provider.become(person())
  const browser = openBrowser(server)
  const back = await browser.goAndComeBack()
  const kept = new Map(browser.cookies)
  expect((await browser.go(back)).status).toBe(302)
  expect((await browser.go(back)).status).toBe(400)
  const replayed = openBrowser(server)
  for (const [name, value] of kept) replayed.cookies.set(name, value)
  expect((await replayed.go(back)).status).toBe(400)
})

test('a state works once whatever the provider does: it takes a code twice, or fails the first time', async () => {
  for (const [ways, status] of [
    [{ reuses: true }, 302],
    [{ broken: 'token' }, 502],
  ] as const) {
    const browser = openBrowser(server)
    provider.become(person({}, ways))
    const back = await browser.goAndComeBack()
    const kept = new Map(browser.cookies)
    const first = (await browser.go(back)).status
    const replayed = openBrowser(server)
    for (const [name, value] of kept) replayed.cookies.set(name, value)
    expect([first, (await replayed.go(back)).status]).toEqual([status, 400])
  }
})

test('of callbacks with one state at once, one is taken to the provider', async () => {
  provider.become(person({}, { reuses: true }))
  const browser = openBrowser(server)
  const back = await browser.goAndComeBack()
  const kept = new Map(browser.cookies)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => {
      const replayed = openBrowser(server)
      for (const [name, value] of kept) replayed.cookies.set(name, value)
      return replayed.go(back)
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400])
})

test('a state that nobody began, or that is ten minutes old, is refused though the browser kept it', async () => {
  provider.become(person())
  const forged = openBrowser(server)
  forged.cookies.set('oauth_state', 'mine')
  forged.cookies.set('oauth_attempt', 'verifier /')
  expect((await forged.go('/api/auth/callback/idp?state=mine&code=x')).status).toBe(400)
  const late = openBrowser(server)
  const back = await late.goAndComeBack()
  server.moveClock(10 * 60_000)
  expect((await late.go(back)).status).toBe(400)
  await vi.waitFor(async () => expect(await server.execute("select * from due where kind = 'attempt'")).toEqual([]))
})

test('a provider that declines is quoted', async () => {
  const { response, page } = await come(person({}, { error: 'access_denied' }))
  expect(response.status).toBe(403)
  expect(page).toContain('access_denied')
})

for (const broken of ['token', 'user', 'emails'] as const) {
  test(`a provider whose ${broken} address fails lets nobody in, and the log says why`, async () => {
    const logged = server.logged.length
    const { response, page } = await come(person({}, { broken }))
    expect(response.status).toBe(502)
    expect(page).toContain('Begin again')
    const [line = ''] = server.logged.slice(logged)
    expect(line).toContain(response.headers.get('x-request-id'))
    if (broken === 'token') expect(line).toContain('The provider answered invalid_grant.')
    expect(line).not.toContain('the-secret-of-the-tests')
  })
}

test('pages of refusals run nothing and load nothing', async () => {
  const { response, page } = await come(person({ email: 'eve@elsewhere.example' }))
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(page).not.toMatch(/<script|src=|onload|@import/)
})

test('without a provider sign-in is a 503, in words for whoever asks', async () => {
  const without = await startTestServer()
  const answer = await without.send('GET', '/api/auth/idp')
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } })
  const page = await openBrowser(without).go('/api/auth/idp')
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('No identity provider is configured')
  expect((await without.send('GET', '/api/auth/callback/idp?code=x&state=y')).status).toBe(503)
})

test('how to sign in is said to everybody', async () => {
  expect((await server.send('GET', '/api/auth/methods')).body).toEqual({ provider: true, localLink: false })
})

test('an address that signs in too often is slowed down, and its keys and sessions are not', async () => {
  const limiter = openRateLimiter({ rate: 0.001, burst: 3 }, Date.now)
  const deps = { ...server.deps, limiters: { ...server.deps.limiters, failed: limiter } }
  const app = managementApp(deps, { checks: {} })
  signIn(app, deps, settings)
  const member = await server.newMember(first, 'viewer')
  const statuses = []
  for (const path of ['/api/auth/idp', '/api/auth/callback/idp', '/api/auth/local', '/api/auth/sign-in/idp']) {
    statuses.push((await app.request(path)).status)
  }
  expect(statuses).toEqual([302, 400, 404, 429])
  const refused = await app.request('/api/auth/idp', { headers: { accept: 'text/html' } })
  expect(refused.headers.get('retry-after')).toBeTruthy()
  expect(await refused.text()).toContain('Too many attempts')
  expect((await app.request('/api/auth/session', { headers: { cookie: member.cookie } })).status).toBe(200)
})
