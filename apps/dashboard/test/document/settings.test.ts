import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, projectId } = dashboard

test('a new environment starts with the flags of another', async () => {
  const page = await dashboard.open('/environments')
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Canary')
  await dialog.getByRole('combobox', { name: 'Start with the flags of' }).selectOption({ label: 'Production' })
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
  // Only people who may move it are told its position.
  expect(await page.locator('[id^=DndLiveRegion]').textContent()).toBe('')
})
