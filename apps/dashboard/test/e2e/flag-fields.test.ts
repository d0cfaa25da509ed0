import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openDevTools } from '../support/desks.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const { configOf, newFlag } = flagEditor(await startDashboard())

const oneRule = {
  defaultValue: false,
  rules: [{ id: 'rule_a', name: 'A', value: true, conditions: [], rolloutPercentage: 10 }],
}

test('everybody can use the inputs, and sees what is wrong with them', async () => {
  const page = await newFlag('inputs', 'boolean', oneRule)
  const choose = async (index: number, attribute: string, operator: string) => {
    await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel(`Attribute of condition ${index} of rule 1`).fill(attribute)
    await page.getByLabel(`Operator of condition ${index} of rule 1`).selectOption(operator)
  }
  await choose(1, 'email', 'matches pattern')
  await page.getByLabel('Value of condition 1 of rule 1').fill('(a')
  await page.getByText(/must be a pattern in the RE2 dialect/).waitFor()
  await takePicture(page, 'flag-problem')
  await page.getByLabel('Value of condition 1 of rule 1').fill('(a)')

  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await share.fill('150')
  await share.blur()
  await rule(page, 1).getByText('must be from 0 to 100').waitFor()
  await takePicture(page, 'flag-share-problem')
  expect(await findBarriers(page)).toEqual([])
  await share.fill('12.5')

  await choose(2, 'signedUp', 'is after')
  await page.getByLabel('Value of condition 2 of rule 1').fill('2026-01-31T12:00:00')
  await choose(3, 'appVersion', 'is at least version')
  await page.getByLabel('Value of condition 3 of rule 1').fill('4.2.0')
  await choose(4, 'country', 'is in country')
  await page.getByLabel('Add to value of condition 4 of rule 1').fill('nl, be,')
  await choose(5, 'plan', 'is set')
  await takePicture(page, 'flag-inputs')
  expect(await findBarriers(page)).toEqual([])
})

test('what was typed into a date stays, whatever comes next', async () => {
  const page = await newFlag('stays', 'boolean', oneRule)
  // In time zones that once used solar time, an early year (typed on the way to 2026) is off by an odd number of seconds.
  const devTools = await openDevTools(page)
  await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Amsterdam' })
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('signedUp')
  await page.getByLabel('Operator of condition 1 of rule 1').selectOption('is after')
  // Clicks on the month, which comes first.
  await page.getByLabel('Value of condition 1 of rule 1').click({ position: { x: 14, y: 12 } })
  for (const part of ['01', '31', '2026', 'Tab', '11', '30', '15', 'A'])
    await (part === 'Tab' ? page.keyboard.press(part) : page.keyboard.type(part))
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect((await configOf('stays', 'staging'))?.rules).toMatchObject([
    { conditions: [{ value: '2026-01-31T10:30:15Z' }] },
  ])
})
