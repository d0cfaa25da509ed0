import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { conditionLimitMs } from '../../../server/src/testing/limits.ts'

const underWay = new WeakMap<Page, Set<Request>>()

/** The project's stream is under way as long as the page is. */
const isStream = (request: Request): boolean => request.url().endsWith('/stream')

/** Has `waitUntilQuiet` know what the page asks for. Before it opens. */
export const watchRequests = (page: Page): void => {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // Those of the document before it may neither finish nor fail.
    if (request.isNavigationRequest()) requests.clear()
    if (!isStream(request)) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Whether something that it asked for is not there yet. */
export const hasRequests = (page: Page): boolean => (underWay.get(page)?.size ?? 0) > 0

const [quietMs, lookMs] = [500, 50]

/** Until a page asked for nothing for a while: what it shows then follows from all the answers. */
export const waitUntilQuiet = async (page: Page): Promise<void> => {
  let since = Date.now()
  while (Date.now() - since < quietMs) {
    await wait(lookMs)
    if (hasRequests(page)) since = Date.now()
  }
}

/** Until what it asked for is there and drawn. Where that never comes, the failure names what is missing. */
export const waitUntilDrawn = async (page: Page): Promise<void> => {
  const end = Date.now() + conditionLimitMs
  do {
    const missing = [...(underWay.get(page) ?? [])].map((request) => request.url())
    if (Date.now() > end) throw new Error(`${page.url()} still waits for ${missing.join(', ')}`)
    await page.evaluate(idleAfterFrame)
  } while (hasRequests(page))
}

/** In the window. Where nothing is to be drawn Chromium may never become idle: a frame has it begin, or else some time. */
const idleAfterFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 }))).then(
    () => undefined,
  )
