import type { Page } from 'playwright-core'

/** Goes to an address of the app as a link there does, in a window that has the app. */
export const goToAddress = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // As the router notes where one is: by that it knows back from forth.
    const index = (history.state?.__TSR_index ?? 0) + 1
    const key = crypto.randomUUID()
    history.pushState({ __TSR_index: index, __TSR_key: key, key }, '', to)
  }, address)

/** Goes to another path of the project: what is loaded stays, which is most of what a page costs. */
export const goTo = (page: Page, path: string): Promise<void> => {
  const [project] = /^\/projects\/[^/]+/.exec(new URL(page.url()).pathname) ?? []
  return goToAddress(page, `${project}${path}`)
}
