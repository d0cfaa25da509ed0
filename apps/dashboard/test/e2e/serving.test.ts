import { afterAll, expect, test } from 'vitest'
import { startPrefixProxy } from '../../../server/src/testing/prefix-proxy.ts'
import { startDashboard } from '../support/dashboard.ts'

const { url, open, projectId } = await startDashboard()

test('what a first page loads of JavaScript stays under 200 kB', async () => {
  const page = await open('//healthz')
  await page.goto(`${url}/projects/${projectId}/flags`)
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
  const signedOut = await under.openSignedOut('/healthz')
  await signedOut.goto(`${pages}/members`)
  await signedOut.waitForURL(`${proxy.url}/sign-in`)
  // A browser asks for that by itself, for pages that name no picture.
  expect(proxy.missed.filter((asked) => asked !== 'GET /favicon.ico')).toEqual([])
})
