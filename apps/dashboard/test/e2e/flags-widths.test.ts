import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openFlags } from '../support/flags-table.ts'
import { addManyEnvironments, showEnvironments } from '../support/many-environments.ts'

const dashboard = await startDashboard({ seeded: true })
await addManyEnvironments(dashboard)

const widths = Array.from({ length: (2560 - 360) / 20 + 1 }, (_, index) => 360 + index * 20)

/** The widths at which a name has less than 260 px, or the page scrolls sideways. */
const findTooNarrow = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const { name, sideways } = await page.evaluate(() => ({
      name: Math.min(...[...document.querySelectorAll('.flags .name')].map((one) => one.clientWidth)),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    if (name < 260 || sideways > 0) found.push(`at ${width} px: ${name} px, ${sideways} px sideways`)
  }
  return found
}

const whichFlags = { 'with tags': '?q=carousel', 'without tags': '?type=boolean' }

test.for([1, 3, 5, 20])('with %i environments a name has 260 px at every width', async (count) => {
  const page = await openFlags(dashboard)
  await showEnvironments(page, count)
  for (const [which, query] of Object.entries(whichFlags)) {
    await page.goto(`${dashboard.url}/projects/${dashboard.projectId}/flags${query}`)
    await page.locator('.flags .name').first().waitFor()
    expect(await findTooNarrow(page), which).toEqual([])
  }
})

test('with every column and six pennants a name has them, too', async () => {
  const page = await openFlags(dashboard)
  await page.keyboard.press('c')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  for (const name of ['Last asked', 'Client-safe', 'Kind', 'Ends on', 'In code', 'Canary'])
    await chooser.getByRole('checkbox', { name }).check()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'detached' })
  expect(await findTooNarrow(page)).toEqual([])
  expect(await page.getByRole('columnheader').count()).toBe(13)
})
