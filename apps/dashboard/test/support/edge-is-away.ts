import type { Page } from 'playwright-core'

/** The edge of this server cannot fail: from now on, answers from these addresses are made to say that it did. */
export const edgeIsAway = (page: Page, url: string) =>
  page.route(url, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), syncWarning: 'the edge is away' }
    await route.fulfill({ response, status: 207, json })
  })
