import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const publicUrl = 'https://example.com/flags'
const { server, provider, first } = await startWithProvider({}, publicUrl)

test('under a path people are sent back to it by the provider, and their cookies go nowhere else', async () => {
  const away = await server.fetch('/api/auth/idp')
  const asked = new URL(away.headers.get('location') ?? '').searchParams
  expect(asked.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/idp`)
  for (const cookie of away.headers.getSetCookie()) expect(cookie).toContain('; Path=/flags/api/auth; ')

  provider.become(person())
  const browser = openBrowser(server)
  const response = await browser.signIn()
  expect(response.headers.get('location')).toBe('/flags/')
  expect(response.headers.getSetCookie().at(-1)).toMatch(
    /^__Secure-bunting_session=[0-9A-Za-z]{43}; Max-Age=604800; Path=\/flags; HttpOnly; Secure; SameSite=Lax$/,
  )
  for (const path of ['/flags/api/auth/session', '/api/auth/session']) {
    expect(await (await browser.go(path)).json()).toMatchObject({ organization: { id: first.id } })
  }
})

test('after signing in the browser goes to a page under the path, never to one beside it', async () => {
  provider.become(person())
  const goTo = async (returnTo: string) =>
    (await openBrowser(server).signIn(`?${new URLSearchParams({ returnTo })}`)).headers.get('location')
  expect(await goTo('/flags/projects/proj_1/flags?search=x')).toBe('/flags/projects/proj_1/flags?search=x')
  for (const beside of ['/shop', '/flagship', '/flags/../shop', '/']) expect(await goTo(beside)).toBe('/flags/')
})

test('whether a proxy takes the path off or leaves it on, the same answers', async () => {
  for (const path of ['/flags/v1/projects', '/v1/projects']) {
    expect((await server.send('GET', path, { key: first.key })).status).toBe(200)
  }
  for (const path of ['/flagship/v1/projects', '/flags/flags/v1/projects']) {
    expect((await server.fetch(path)).status).toBe(404)
  }
})

test('what names addresses names those under the path', async () => {
  const { servers } = await (await server.fetch('/flags/openapi.json')).json()
  expect(servers).toEqual([{ url: publicUrl }])
  const page = await (await server.fetch('/flags/docs')).text()
  for (const [, address = ''] of page.matchAll(/(?:href|src|data-document)="([^"]+)"/g)) {
    expect((await server.fetch(address)).status, address).toBe(200)
    expect(address).toMatch(/^\/flags\//)
  }
  const told = await startTestServer({ publicUrl, doors: { securityContact: 'security@example.com' } })
  const path = '/.well-known/security.txt'
  expect(await (await told.fetch(path)).text()).toContain(`\nCanonical: ${publicUrl}${path}\n`)
})

test('browsers are told to use HTTPS for this host, not for what is under it', async () => {
  for (const path of ['/healthz', '/docs', '/v1/projects']) {
    expect((await server.fetch(path)).headers.get('strict-transport-security'), path).toBe('max-age=15552000')
  }
})
