import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { limits, makeJsonFlag } from '../support/json-flags.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { openFlag } = flagEditor(dashboard)

test('everybody can use JSON with problems, its changes, and a schema in a narrow window', async () => {
  await makeJsonFlag(dashboard, 'limits', limits)
  const page = await openFlag('limits', 'staging')
  const value = page.getByLabel('Default value')
  await value.fill('{\n  "perMinute": 1.5,\n  "burst": 0,\n  "tiers": ["a", "c", "b"]\n}')
  await page.getByText('Line 3 burst must be at least 1').waitFor()
  await takePicture(page, 'json-problems')
  expect(await findBarriers(page)).toEqual([])

  await value.fill('{ "perMinute": 60, "burst": 20, "tiers": ["a", "c", "b"] }')
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Changes 1 member, adds 1').waitFor()
  await takePicture(page, 'json-diff')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit schema' }).click()
  await dialog.getByLabel('Schema', { exact: true }).fill('{ "properties": { "burst": { "maximum": 9 } } }')
  await dialog.getByText('Staging: The default: value at burst must be at most 9.').waitFor()
  await page.setViewportSize({ width: 400, height: 800 })
  await takePicture(page, 'schema-narrow')
  expect(await findBarriers(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})
