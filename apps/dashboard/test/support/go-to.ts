import type { Page } from 'playwright-core'

/** Goes to another path of the project as a link there does: what is loaded stays, which is most of what a page costs. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const [project] = /^\/projects\/[^/]+/.exec(location.pathname) ?? []
    history.pushState({}, '', `${project}${to}`)
  }, path)
