import type { Page } from 'playwright-core'

/** Opens the dialog to copy, from the history of a flag. */
export const openCopy = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Versions' }).or(page.getByText('No version in')).first().waitFor()
  await page.getByRole('button', { name: 'More for this flag' }).click()
  await page.getByRole('menuitem', { name: /Copy to/ }).click()
  await page.getByRole('dialog').waitFor()
}
