import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Maya Okafor': 'editor' } })
const { api, projectId } = dashboard

test('groups, views and what is said of a flag, everybody can use', async () => {
  await api.updateFlag({ params: { projectId, flagKey: 'holiday-hero' }, body: { tags: ['marketing'] } })
  await api.updateFlag({ params: { projectId, flagKey: 'gift-cards' }, body: { tags: ['checkout', 'seasonal'] } })
  const page = await dashboard.openAs('Maya Okafor', '/flags?group=tag')
  await page.getByRole('button', { name: /^marketing/ }).click()
  expect(await findProblems(page, 'flags-grouped')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By tag')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/group=tag&view=view_/)
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByText('changed').waitFor()
  await takePicture(page, 'flags-view-changed')

  await goTo(page, '/flags?new=flag')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gift wrapping')
  await page.getByLabel('At first in Production').getByRole('radio', { name: 'Off' }).click()
  await page.getByLabel('At first in Development').getByRole('radio', { name: 'On' }).click()
  await page.getByText('Tags, owner, kind and end').click()
  await page.getByLabel('Tags').fill('checkout')
  await takePicture(page, 'flags-new-first')
  expect(await findBarriers(page)).toEqual([])

  await goTo(page, '/flags/gift-cards')
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByLabel('Owner').selectOption({ label: 'Maya Okafor (you)' })
  await page.getByLabel('Kind').selectOption('release')
  await page.getByLabel('Expected end').fill('2026-01-31')
  await takePicture(page, 'flag-facts-dialog')
  expect(await findBarriers(page)).toEqual([])
})
