import type { Page } from 'playwright-core'

/** Holds back matching requests of a page from now on, until `letGo`. */
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

/** Holds back the server's answer to the next matching request of a page, until `letGo`. */
export const holdAnswer = async (page: Page, url: string, method: string) => {
  const [answered, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  await page.route(url, async (route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    answered.resolve()
    await free.promise
    await route.fulfill({ response })
  })
  return { answered: answered.promise, letGo: () => free.resolve() }
}
