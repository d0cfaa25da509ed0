import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { sortByKeys } from '../support/sort-by-keys.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, projectId } = dashboard

const order = (page: Page) => page.getByRole('list', { name: 'Environments' }).locator('b').allTextContents()

test('a project is renamed, and its environments are put into order, which holds everywhere', async () => {
  const page = await dashboard.open('/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('Northpier shop')
  await page.getByRole('button', { name: 'Rename project' }).click()
  await page.getByRole('button', { name: /^Northpier shop/ }).waitFor()
  expect(await order(page)).toEqual(['Production', 'Staging', 'Development'])

  await page.getByRole('button', { name: 'Move Development' }).focus()
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

test('a new environment starts with the flags of another', async () => {
  const page = await dashboard.open('/environments')
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Canary')
  await dialog.getByRole('combobox', { name: 'Start with the flags of' }).selectOption({ label: 'Production' })
  await takePicture(page, 'clone')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await page.getByRole('region', { name: 'Canary' }).waitFor()
  const { items } = await api.listEnvironments({ params: { projectId } })
  const canary = items.find(({ slug }) => slug === 'canary')?.id ?? ''
  const production = items.find(({ slug }) => slug === 'production')?.id ?? ''
  const { versions } = await api.getFlag({ params: { projectId, flagKey: 'new-navigation' } })
  expect(versions[canary]).toMatchObject({ version: 1, config: { ...versions[production]?.config, version: 1 } })
  expect(versions[production]?.version).toBe(3)
})

test('who is no admin reads the settings, and is told why nothing can be changed', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/settings')
  await page.getByRole('button', { name: 'Rename project' }).focus()
  await page.getByRole('tooltip', { name: 'Only an admin can do this.' }).waitFor()
  await page.getByRole('button', { name: 'Move Production' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const names = await order(page)
  expect(names.indexOf('Production')).toBe(0)
})
