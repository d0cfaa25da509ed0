import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { everyone, manyFlags, openAction, previewOf } from '../support/many-flags.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Maya Okafor': 'editor' } })
const { api, projectId } = dashboard
const flags = manyFlags(dashboard)

test('what is done with many flags, and what came of it, everybody can use', async () => {
  await flags.make('turned', 3)
  await api.createFlag({ params: { projectId }, body: { key: 'turned-text', name: 'The turned-text', type: 'string' } })
  const page = await dashboard.openAs('Maya Okafor', '/flags?q=turned&sort=name')
  await page.getByRole('link', { name: 'The turned-text' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  expect(await findProblems(page, 'flags-selected')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const cancel = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  await openAction(page, 'Promote')
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Development' })
  await previewOf(page).getByText('nothing yet → on for everyone').waitFor()
  await takePicture(page, 'flags-promote')
  expect(await findBarriers(page)).toEqual([])
  await cancel()

  await openAction(page, 'Tag')
  await page.getByLabel('Add', { exact: true }).fill('autumn')
  await page.keyboard.press('Enter')
  await previewOf(page).getByText('+ autumn').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await cancel()

  await openAction(page, 'Archive')
  await previewOf(page).getByText('No SDK reported an evaluation').first().waitFor()
  await takePicture(page, 'flags-archive-many')
  expect(await findBarriers(page)).toEqual([])
  await cancel()

  await openAction(page, 'Turn on or off')
  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Staging' })
  await previewOf(page).getByText('on for everyone → off; everyone gets false').first().waitFor()
  await previewOf(page).getByText('has nothing here yet').waitFor()
  await takePicture(page, 'flags-turn-many')
  expect(await findBarriers(page)).toEqual([])
  // Another person changes one of them first.
  await flags.save('turned-02', 'staging', 2, everyone(true))
  await page.getByRole('button', { name: 'Turn 3 flags off in' }).click()
  await page.getByText('1 flag was not changed').click()
  await page.getByRole('status').getByText('The turned-02').waitFor()
  await takePicture(page, 'flags-not-all-turned')
  expect(await findBarriers(page)).toEqual([])
})
