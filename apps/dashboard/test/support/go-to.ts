import type { Page } from 'playwright-core'

/** Navigates to an address like a link, in a window that has the app loaded. */
export const goToAddress = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // The router keeps its position in the history state, and tells back from forward by it.
    const index = (history.state?.__TSR_index ?? 0) + 1
    const key = crypto.randomUUID()
    history.pushState({ __TSR_index: index, __TSR_key: key, key }, '', to)
  }, address)

/** Navigates to another path of the project without loading the app again, which would take most of a page's time. */
export const goTo = (page: Page, path: string): Promise<void> => {
  const [project] = /^\/projects\/[^/]+/.exec(new URL(page.url()).pathname) ?? []
  return goToAddress(page, `${project}${path}`)
}
