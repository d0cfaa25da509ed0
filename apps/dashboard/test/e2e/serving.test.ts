import { afterAll, expect, test } from 'vitest'
import { startPrefixProxy } from '../../../server/src/testing/prefix-proxy.ts'
import { startDashboard } from '../support/dashboard.ts'

const { url, open } = await startDashboard()

const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } }

test('an address that only the browser knows is the dashboard, which nobody keeps and nothing foreign runs in', async () => {
  const response = await fetch(`${url}/projects/proj_x/flags/y`, asPage)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  // What is in the page itself is allowed by its hash, and nothing else is.
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^ ;]+')+(;|$)/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[^ ;]+'(;|$)/)
})

test('what has a hash in its name is kept for a year, and comes compressed', async () => {
  const page = await (await fetch(url, asPage)).text()
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page) ?? []
  const response = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
})

test.each(['/v1/nothing', '/api/nothing', '/admin/v1/nothing', '/assets/nothing.js', '/assets/..%2f..%2fpackage.json'])(
  '%s stays an error in JSON, even for who asks for a page',
  async (path) => {
    const response = await fetch(`${url}${path}`, asPage)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
  },
)

test('a program that asks for what is not there is told so', async () => {
  const response = await fetch(`${url}/nothing`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
})

test('what a first page loads of JavaScript stays under 200 kB', async () => {
  const page = await open('/flags')
  await page.reload()
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes, `it is ${Math.round(bytes / 1_000)} kB`).toBeLessThan(200_000)
  console.info(`First load: ${Math.round(bytes / 1_000)} kB of JavaScript, of 200.`)
})

test('under a path of a proxy’s people come in, work, go to any page and read the reference', async () => {
  const proxy = await startPrefixProxy('/team/flags')
  afterAll(() => proxy[Symbol.asyncDispose]())
  const under = await startDashboard({ settings: { BUNTING_PUBLIC_URL: proxy.url } })
  proxy.serve(under.url)
  const page = await under.open('//healthz')
  const pages = `${proxy.url}/projects/${under.projectId}`

  await page.goto(`${pages}/flags`)
  await page.getByRole('button', { name: 'New flag' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Under a path')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.waitForURL(`${pages}/flags/under-a-path**`)
  await page.reload()
  await page.getByRole('heading', { name: 'Under a path', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Get started' }).first().click()
  await page.waitForURL(`${pages}/start`)
  await page.getByText(proxy.url, { exact: true }).first().waitFor()

  const reference = page.waitForResponse(`${proxy.url}/openapi.json`)
  await page.goto(`${proxy.url}/docs`)
  expect((await reference).status()).toBe(200)
  await page.goto(proxy.url)
  await page.waitForURL(`${pages}/flags`)
  const signedOut = await under.openSignedOut('/')
  await signedOut.goto(`${pages}/members`)
  await signedOut.waitForURL(`${proxy.url}/sign-in`)
  // A browser asks for that by itself, for pages that name no picture.
  expect(proxy.missed.filter((asked) => asked !== 'GET /favicon.ico')).toEqual([])
})
