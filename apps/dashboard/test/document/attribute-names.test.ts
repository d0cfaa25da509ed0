import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'

const { newFlag } = flagEditor(await startDashboardHere({ seeded: true }))

test('attributes are suggested from the whole project, and a name that no rule looks at is marked', async () => {
  const page = await newFlag('named', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  const attribute = page.getByLabel('Attribute of condition 1 of rule 1')
  await attribute.fill('appVersoin')
  await rule(page, 1).getByText('new name').waitFor()
  // The suggestions come from other flags.
  const suggested = await page
    .locator('datalist#attributes option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  expect(suggested).toEqual(expect.arrayContaining(['email', 'country', 'appVersion']))
  await attribute.fill('appVersion')
  await rule(page, 1).getByText('new name').waitFor({ state: 'detached' })
})
