import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openFlags } from '../support/flags-table.ts'
import { addManyEnvironments, showEnvironments } from '../support/many-environments.ts'

const dashboard = await startDashboard({ seeded: true })
await addManyEnvironments(dashboard)

const widths = Array.from({ length: (2560 - 360) / 20 + 1 }, (_, index) => 360 + index * 20)

/** How much room the names have, and how far the page can be scrolled sideways. */
const measure = (page: Page) =>
  page.evaluate(() => ({
    name: Math.min(...[...document.querySelectorAll('.flags .name')].map((one) => one.clientWidth)),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))

const whichFlags = { 'with tags': '?q=carousel', 'without tags': '?type=boolean' }

test.for([1, 3, 5, 20])('with %i environments a name has 260 px at every width', async (count) => {
  const page = await openFlags(dashboard)
  await showEnvironments(page, count)
  const tooNarrow: string[] = []
  for (const [which, query] of Object.entries(whichFlags)) {
    await page.goto(`${dashboard.url}/projects/${dashboard.projectId}/flags${query}`)
    await page.locator('.flags .name').first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const { name, sideways } = await measure(page)
      if (name < 260 || sideways > 0) tooNarrow.push(`${which} at ${width} px: ${name} px, ${sideways} px sideways`)
    }
  }
  expect(tooNarrow).toEqual([])
})
