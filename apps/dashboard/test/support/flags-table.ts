import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

/** All flags, once they are there. */
export const openFlags = async (dashboard: Dashboard, query = ''): Promise<Page> => {
  const page = await dashboard.open(`/flags${query}`)
  await page.getByRole('table', { name: 'Flags' }).getByRole('link').first().waitFor()
  return page
}

/** The names in the table, from the top. */
export const namesOf = (page: Page): Promise<string[]> => page.locator('tbody .name').allTextContents()

/** Sets a filter that is wanted now and then. */
export const setMoreFilter = async (page: Page, filter: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('group', { name: filter }).getByRole('menuitemradio', { name: option }).click()
}
