import { afterAll, expect, test } from 'vitest'
import { startPrefixProxy } from '../../../server/src/testing/servers/prefix-proxy.ts'
import { startDashboard } from '../support/dashboard.ts'
import { hasFocus } from '../support/has-focus.ts'

const { url, open, projectId } = await startDashboard({ seeded: true })

const readPage = async (): Promise<string> => (await fetch(`${url}/`)).text()

/** The files that the page itself names, which a browser requests at once. */
const readNamed = async (): Promise<readonly string[]> => {
  const page = await readPage()
  return [...page.matchAll(/assets\/([^"]+)"/g)].map(([, name = '']) => name)
}

test('flags can be opened with less than 140 kB, and what is pressed before the rest is there opens when it is', async () => {
  const [page, named] = [await open('//healthz'), await readNamed()]
  const rest = Promise.withResolvers<void>()
  await page.route('**/assets/*', async (route) => {
    if (!named.some((name) => route.request().url().endsWith(name))) await rest.promise
    await route.continue()
  })
  await page.goto(`${url}/projects/${projectId}/flags`)
  await page.getByRole('main').getByRole('link', { name: 'Checkout layout' }).waitFor()
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes, `it is ${Math.round(bytes / 1_000)} kB`).toBeLessThan(140_000)
  console.info(`Before the first flag: ${Math.round(bytes / 1_000)} kB of code and styles, of 140.`)

  const more = page.getByRole('button', { name: 'More for Checkout layout' })
  const before = await more.elementHandle()
  await more.click()
  rest.resolve()
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  expect(await more.evaluate((button, same) => button === same, before)).toBe(true)
  await page.keyboard.press('Escape')
  await hasFocus(more)
})

test('the page names its code and its styles before it asks the API, which would take all connections of a browser', async () => {
  const [before = '', after = ''] = (await readPage()).split('<script>')
  expect(after).toContain('/v1/projects')
  expect(before).toMatch(/<script type="module"[^>]* src="[^"]+assets\/index-/)
  expect(before).toMatch(/<link rel="preload" as="style"[^>]* href="[^"]+assets\/index-/)
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
  const signedOut = await under.openSignedOut('/healthz')
  await signedOut.goto(`${pages}/members`)
  await signedOut.waitForURL(`${proxy.url}/sign-in`)
  // Browsers request the favicon by themselves, for pages that name none.
  expect(proxy.missed.filter((asked) => asked !== 'GET /favicon.ico')).toEqual([])
})
