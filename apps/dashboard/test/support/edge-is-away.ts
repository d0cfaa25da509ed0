import type { Page } from 'playwright-core'

/** Adds a warning of the edge to answers from these addresses, since the edge of this server cannot fail. */
export const edgeIsAway = (page: Page, url: string) =>
  page.route(url, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), syncWarning: 'the edge is away' }
    await route.fulfill({ response, status: 207, json })
  })
