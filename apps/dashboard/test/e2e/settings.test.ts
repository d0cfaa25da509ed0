import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { sortByKeys } from '../support/sort-by-keys.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, projectId } = dashboard

const order = (page: Page) => page.getByRole('list', { name: 'Environments' }).locator('b').allTextContents()

test('a project is renamed, and its environments are put into order, which holds everywhere', async () => {
  const page = await dashboard.open('/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('Northpier shop')
  await page.getByRole('button', { name: 'Rename project' }).click()
  await page.getByRole('button', { name: /^Northpier shop/ }).waitFor()
  expect(await order(page)).toEqual(['Production', 'Staging', 'Development'])

  await page.getByRole('button', { name: 'Move Development' }).click()
  await sortByKeys(page, 'ArrowUp', ['3 of 3', '2 of 3', '1 of 3'])
  await expect.poll(() => order(page)).toEqual(['Development', 'Production', 'Staging'])
  await expect.poll(async () => (await api.getProject({ params: { projectId } })).environmentOrder?.length).toBe(3)
  await takePicture(page, 'settings-ordered')
  expect(await findBarriers(page)).toEqual([])
  await goTo(page, '/flags/checkout-layout')
  const line = page.getByRole('navigation', { name: 'Environment' }).getByRole('link')
  await line.first().waitFor()
  expect((await line.allTextContents()).map((text) => /Development|Production|Staging/.exec(text)?.[0])).toEqual([
    'Development',
    'Production',
    'Staging',
  ])

  await goTo(page, '/settings')
  await page.getByRole('button', { name: 'Rename Staging' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Rehearsal')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => order(page)).toEqual(['Development', 'Production', 'Rehearsal'])
  await page.getByRole('button', { name: 'Back to the order they were made in' }).click()
  await expect.poll(() => order(page)).toEqual(['Production', 'Rehearsal', 'Development'])
})
