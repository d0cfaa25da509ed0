import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fillLog, openLog } from '../support/audit-log.ts'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })
await fillLog(dashboard)

test('everybody can use the filters, and with an entry open the log fits every window', async () => {
  const page = await openLog(dashboard, '?env=staging&what=flag.version.created')
  await page.getByRole('button', { name: /^Who/ }).click()
  await page.getByRole('menuitemradio', { name: 'The key First server key' }).waitFor()
  await takePicture(page, 'audit-who')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/)
  await takePicture(page, 'audit-dates')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByLabel('Filter by resource').fill('nothing is called this')
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  await takePicture(page, 'audit-none')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('withdrew').waitFor()
  await page.getByRole('button', { name: 'Show the entry' }).nth(1).click()
  expect(await findProblems(page, 'audit')).toEqual([])
})

test('an admin verifies the log, and takes it along as a file', async () => {
  const page = await openLog(dashboard)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('The log is whole', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the audit log' })
  await dialog.getByLabel(/^From/).fill('2026-01-02')
  await dialog.getByLabel(/^Until/).fill('2026-01-01')
  await dialog.getByText('It lies after the last day.').waitFor()
  await takePicture(page, 'audit-export')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel(/^Until/).fill('')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit-log-2026-01-02.ndjson')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seq: 1, action: 'project.created' })
})
