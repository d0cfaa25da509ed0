import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { conditionLimitMs } from '../../../server/src/testing/limits.ts'

const underWay = new WeakMap<Page, Set<Request>>()

/** The project's stream, which stays open as long as the page. */
const isStream = (request: Request): boolean => request.url().endsWith('/stream')

/** Tracks the requests of a page for `waitUntilQuiet`. Call this before the page opens. */
export const watchRequests = (page: Page): void => {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // Requests of the previous document may neither finish nor fail.
    if (request.isNavigationRequest()) requests.clear()
    if (!isStream(request)) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Tells whether the page waits for an answer. */
export const hasRequests = (page: Page): boolean => (underWay.get(page)?.size ?? 0) > 0

const [quietMs, lookMs] = [500, 50]

/** Waits until a page has sent no request for a while: then it shows all answers. */
export const waitUntilQuiet = async (page: Page): Promise<void> => {
  let since = Date.now()
  while (Date.now() - since < quietMs) {
    await wait(lookMs)
    if (hasRequests(page)) since = Date.now()
  }
}

/** Waits until all answers are there and drawn. If that never happens, the error names the missing ones. */
export const waitUntilDrawn = async (page: Page): Promise<void> => {
  const end = Date.now() + conditionLimitMs
  do {
    const missing = [...(underWay.get(page) ?? [])].map((request) => request.url())
    if (Date.now() > end) throw new Error(`${page.url()} still waits for ${missing.join(', ')}`)
    await page.evaluate(idleAfterFrame)
  } while (hasRequests(page))
}

/** Runs in the window. Without anything to draw, Chromium may never become idle: so it waits for a frame, or a timeout. */
const idleAfterFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 }))).then(
    () => undefined,
  )
