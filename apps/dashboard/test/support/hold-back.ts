import type { Page } from 'playwright-core'

/** Holds back what a page sends, from now on, until it is let go. */
export const holdBack = async (page: Page, url: string, method: string) => {
  const [sent, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    sent.resolve()
    await free.promise
    await route.continue()
  })
  return { sent: sent.promise, letGo: () => free.resolve() }
}
