import { expect, test } from 'vitest'
import { makeLocalLink } from '../../src/sign-in/local-link.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { openBrowser } from './support/browser.ts'

const publicUrl = 'http://127.0.0.1:4000'
const server = await startTestServer({ publicUrl, signIn: { localLink: true } })
const first = await server.newOrganization()
const newLink = () => makeLocalLink(server.deps)
const minuteMs = 60_000

test('the link signs in an admin of the first organization, and leads to the dashboard', async () => {
  await server.newOrganization()
  const browser = openBrowser(server)
  const response = await browser.go(await newLink())
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/')
  expect(await browser.session()).toEqual({
    user: { id: expect.stringMatching(/^user_/), name: 'Local admin', email: null },
    organization: { id: first.id, name: 'Test' },
    plan: 'enterprise',
    role: 'admin',
  })
})

test('the cookie is for this site, for browsers that keep it safe, and no script reads it', async () => {
  const response = await openBrowser(server).go(await newLink())
  expect(response.headers.get('set-cookie')).toMatch(
    /^bunting_session=[0-9A-Za-z]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('each link is a fresh one for the same admin', async () => {
  const links = [await newLink(), await newLink()]
  const users = []
  for (const link of links) {
    const browser = openBrowser(server)
    await browser.go(link)
    users.push((await browser.session()).user.id)
  }
  expect(links[0]).not.toBe(links[1])
  expect(users[0]).toBe(users[1])
  const members = await first.walk('/v1/members')
  expect(members.map(({ name }) => name)).toEqual(['Local admin'])
})

test('a link works once; then a page says what to do', async () => {
  const link = await newLink()
  await openBrowser(server).go(link)
  const again = await openBrowser(server).go(link, { headers: { 'x-request-id': 'used-twice' } })
  expect(again.status).toBe(410)
  expect(again.headers.get('set-cookie')).toBeNull()
  const page = await again.text()
  expect(page).toContain('each start prints a fresh link')
  expect(page).toContain('used-twice')
  expect(page).not.toContain('<script')
})

test('a link is over after 15 minutes', async () => {
  const [early, late] = [await newLink(), await newLink()]
  server.moveClock(14.9 * minuteMs)
  expect((await openBrowser(server).go(early)).status).toBe(302)
  server.moveClock(0.2 * minuteMs)
  expect((await openBrowser(server).go(late)).status).toBe(410)
})

test('what a link opens is over after 12 hours, however much it is used', async () => {
  const browser = openBrowser(server)
  await browser.go(await newLink())
  const status = async () => (await browser.go('/api/auth/session')).status
  for (const hours of [6, 5.9]) {
    server.moveClock(hours * 60 * minuteMs)
    expect(await status()).toBe(200)
  }
  server.moveClock(0.2 * 60 * minuteMs)
  expect(await status()).toBe(401)
})

test('what is no link signs nobody in', async () => {
  for (const query of ['', '?token=', '?token=x', `?token=${'x'.repeat(10_000)}`, '?token=%00', '?token=%ff']) {
    expect((await openBrowser(server).go(`/api/auth/local${query}`)).status, query.slice(0, 40)).toBe(410)
  }
})

test('what only looks at the link, or fetches it ahead, does not use it up', async () => {
  const link = await newLink()
  const looks: RequestInit[] = [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
    { headers: { purpose: 'prefetch' } },
    { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } },
    { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } },
    { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } },
  ]
  for (const look of looks) {
    const response = await openBrowser(server).go(link, look)
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  const opened = { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }
  expect((await openBrowser(server).go(link, opened)).status).toBe(302)
})

test('a local admin who was demoted or removed is an admin again with the next link', async () => {
  const colleague = await server.newMember(first, 'admin')
  const browser = openBrowser(server)
  await browser.go(await newLink())
  const { user } = await browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  await browser.go(await newLink())
  expect(await browser.session()).toMatchObject({ user: { id: user.id }, role: 'admin' })
})

test('where it is not offered there is no such address', async () => {
  const elsewhere = await startTestServer()
  await elsewhere.send('POST', '/admin/v1/organizations', { key: adminToken, body: { name: 'X', plan: 'free' } })
  const link = await makeLocalLink(elsewhere.deps)
  expect((await openBrowser(elsewhere).go(link)).status).toBe(404)
  expect((await elsewhere.send('GET', '/api/auth/methods')).body).toEqual({ provider: false, localLink: false })
  expect((await server.send('GET', '/api/auth/methods')).body).toEqual({ provider: false, localLink: true })
})

test('the secret is nowhere in the log, and only its hash in the database', async () => {
  const link = await newLink()
  const secret = new URL(link).searchParams.get('token') ?? ''
  expect(await server.deps.store.signInLinks.use(secret, server.deps.nowUs())).toBeUndefined()
  await openBrowser(server).go(link)
  expect(server.logged.join()).not.toContain(secret)
})
