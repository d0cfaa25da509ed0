import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

/** Opens the table of flags, and waits until it has rows. */
export const openFlags = async (dashboard: Dashboard, query = ''): Promise<Page> => {
  const page = await dashboard.open(`/flags${query}`)
  await page.getByRole('table', { name: 'Flags' }).getByRole('link').first().waitFor()
  return page
}

/** The names in the table, from the top. */
export const namesOf = (page: Page): Promise<string[]> => page.locator('tbody .name').allTextContents()

/** Sets one of the less common filters. */
export const setMoreFilter = async (page: Page, filter: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('group', { name: filter }).getByRole('menuitemradio', { name: option }).click()
}
