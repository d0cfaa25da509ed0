import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import type { Flags } from '../src/index.ts'
import { openPage } from './support/browser.ts'
import { bundleForBrowsers } from './support/bundle-for-browsers.ts'

declare global {
  /** The flags of the page. */
  var flags: Flags
}

const server = await startTestServer()
const sdk = await bundleForBrowsers(fileURLToPath(new URL('../src/index.ts', import.meta.url)))

/** A page with a flag, for the user Ada. */
const openShop = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag({ clientSafe: true, type: 'string' })
  const secret = await org.createFlag({ type: 'string' })
  let version = 0
  const set = (defaultValue: string) => org.put(org.at(flag.key), config({ version: ++version, defaultValue }))
  await set('blue')
  await org.put(org.at(secret.key), config({ defaultValue: 'secret' }))
  const { key } = await org.createKey({ type: 'client' })
  const options = {
    url: server.deliveryUrl,
    key,
    context: { userId: 'ada' },
    flags: [flag.key, secret.key],
    telemetry: { url: 'http://management.test' },
  }
  const html = `<!doctype html><meta http-equiv="content-security-policy" content="script-src 'self' 'nonce-1'">
    <script type="module" nonce="1">
      import { openFlags } from './sdk.js'
      window.flags = openFlags(${JSON.stringify(options)})
    </script>`
  const opened = await openPage({ '/': html, '/sdk.js': sdk })
  const colour = () => opened.page.evaluate((key) => flags.string(key, 'the fallback'), flag.key)
  const evaluations = () => opened.requests.filter((path) => path === 'POST /v1/evaluate/bulk').length
  return { ...opened, set, colour, evaluations, secretKey: secret.key }
}

test('a page has the flags that its key may see, and sees them change, asking once for each', async () => {
  const { page, colour, set, secretKey, errors, evaluations } = await openShop()
  expect(await page.evaluate(() => flags.ready())).toBe(true)
  expect(await colour()).toBe('blue')
  expect(await page.evaluate((key) => flags.stringDetails(key, 'mine').error, secretKey)).toBe('FLAG_NOT_FOUND')
  await set('green')
  await vi.waitFor(async () => expect(await colour()).toBe('green'))
  expect(evaluations()).toBe(2)
  expect(errors).toEqual([])
})

test('a page that is loaded again without Bunting has the answers of before', async () => {
  const { page, colour } = await openShop()
  await page.evaluate(() => flags.ready())
  await page.route(`${server.deliveryUrl}/**`, (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(() => flags.ready())).toBe(true)
  expect(await colour()).toBe('blue')
  await vi.waitFor(async () => expect(await page.evaluate(() => flags.status)).toBe('stale'))
})

test('a page that nobody sees has no stream and tells its evaluations; seen again it is current', async () => {
  const { page, colour, set } = await openShop()
  const told: { events: { flagKey: string }[] }[] = []
  await page.route('http://management.test/**', (route) => {
    told.push(route.request().postDataJSON())
    return route.fulfill({ status: 202, json: { accepted: 1, rejected: [] } })
  })
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.evaluate(() => flags.ready())
  expect(await colour()).toBe('blue')
  const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/v1/stream'))
  await show('hidden')
  await closed
  await vi.waitFor(() => expect(told.flatMap(({ events }) => events)).toHaveLength(1))
  await set('green')
  await show('visible')
  await vi.waitFor(async () => expect(await colour()).toBe('green'))
})
