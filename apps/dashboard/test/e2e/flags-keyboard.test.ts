import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { hasFocus } from '../support/has-focus.ts'
import { takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, projectId, environments } = dashboard

const maxSteps = 60

/** Presses Tab until the target has the focus, like a person without a mouse. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  // Found once: searching the whole page after every Tab would take most of the time.
  const element = await target.elementHandle()
  const isThere = () => element?.evaluate((one) => document.activeElement === one)
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  expect(await isThere(), 'reached by Tab').toBe(true)
}

const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('from a new flag to a rollout by keyboard alone', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()

  await press(page, page.getByRole('button', { name: 'New flag' }))
  await hasFocus(page.getByRole('dialog', { name: 'New flag' }).getByLabel('Name', { exact: true }))
  await page.keyboard.type('Express delivery')
  await press(page, page.getByRole('checkbox', { name: 'Client-safe' }), 'Space')
  await press(page, page.getByRole('button', { name: 'Create flag' }))
  await page.waitForURL('**/flags/express-delivery?env=development')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  // The focus moves to the page once it is complete, and Tab continues from there.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await press(page, page.getByRole('link', { name: /^Staging/ }))
  await page.waitForURL(/env=staging/)
  const isOn = page.getByRole('switch', { name: 'On in Staging' })
  await isOn.waitFor()
  if (!(await isOn.isChecked())) await press(page, isOn, 'Space')
  await tabTo(page, page.getByRole('textbox', { name: 'Name of rule 1' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('A quarter')
  await press(page, page.getByRole('button', { name: 'Rollout', exact: true }))
  await tabTo(page, page.getByRole('textbox', { name: 'Share of rule 1, in percent' }))
  await page.keyboard.type('25')
  await takePicture(page, 'keyboard-rollout')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as version 1', { exact: true }).waitFor()

  const { versions } = await api.getFlag({ params: { projectId, flagKey: 'express-delivery' } })
  expect(versions[environments.staging ?? '']?.config).toMatchObject({
    enabled: true,
    rules: [{ name: 'A quarter', rolloutPercentage: 25, value: true }],
  })

  await page.keyboard.press('Control+k')
  await hasFocus(page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type('flags')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Express delivery/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('express')
  await page.keyboard.press('ArrowDown')
  await hasFocus(page.getByRole('link', { name: 'Express delivery' }))
  await page.getByRole('button', { name: /Staging: rolled out to 25\s%/ }).waitFor()
})
