import type { Condition } from '@bunting/engine'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { hasFocus } from '../support/has-focus.ts'
import { attribute } from '../support/try-it.ts'
import { group, wholeConfig } from '../support/whole-config.ts'
import { changeNeeds, tryLive, wholeModel } from '../support/whole-model.ts'

const dashboard = await startDashboardHere()
const { configOf, openFlag } = flagEditor(dashboard)
const { save, openWhole } = await wholeModel(dashboard)

const saved = (page: Page, version: number) => page.getByText(`Saved as version ${version}`, { exact: true }).waitFor()

test('groups, segments and case are edited where they stand, by keyboard too', async () => {
  const page = await openWhole('edited-whole')
  await page.getByLabel('Ignoring case in condition 1 of rule 1').click()
  await page.getByLabel('What holds of group 2.3 of rule 1').selectOption('any of')
  await page.getByRole('button', { name: 'Add to group 2.3 of rule 1' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Condition' }).press('Enter')
  const added = page.getByLabel('Attribute of condition 2.3.3 of rule 1')
  await hasFocus(added)
  await added.fill('age')
  await page.getByLabel('Operator of condition 2.3.3 of rule 1').selectOption('is at least')
  await page.getByLabel('Value of condition 2.3.3 of rule 1').fill('18')
  await page.getByLabel('Attribute of condition 2.3.3 of rule 1').press('Control+Shift+ArrowDown')
  const moved = page.getByLabel('Attribute of condition 2.4 of rule 1')
  await hasFocus(moved)
  await page.getByRole('button', { name: 'More for condition 3 of rule 1' }).click()
  await page.getByRole('menuitem', { name: 'Put a group around it' }).click()
  await page.getByLabel('What holds of group 3 of rule 1').selectOption('none of')
  await rule(page, 1).getByRole('button', { name: 'Remove staff' }).last().click()
  await rule(page, 2).getByRole('button', { name: 'Add a segment to condition 1 of rule 2' }).click()
  await page.getByRole('combobox', { name: 'Find a segment' }).fill('sta')
  await page.getByRole('option', { name: /staff.*1 id/ }).waitFor()
  await page.keyboard.press('Enter')
  await rule(page, 2).getByRole('link', { name: 'staff' }).waitFor()
  await page.getByRole('button', { name: 'Remove condition 2.2 of rule 1' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await saved(page, 2)
  const [grouped, split] = wholeConfig.rules
  const [countries, , { all }] = (group as { any: unknown }).any as [Condition, Condition, { all: Condition[] }]
  expect((await configOf('edited-whole', 'staging'))?.rules).toEqual([
    {
      ...grouped,
      conditions: [
        { attribute: 'plan', operator: 'equals', value: 'Team' },
        { any: [countries, { any: all }, { attribute: 'age', operator: 'gte', value: 18 }] },
        { none: [{ operator: 'not_in_segment', value: 'beta' }] },
      ],
    },
    { ...split, conditions: [{ operator: 'in_segment', value: ['beta', 'staff'] }] },
  ])
})

test('prerequisites are chosen from flags and their answers, and show what they need themselves', async () => {
  const page = await openFlag('payments', 'staging')
  const add = page.getByRole('button', { name: 'Prerequisite', exact: true })
  const search = page.getByRole('combobox', { name: 'Find a flag that this one needs' })
  await add.click()
  await search.fill('out check')
  await page.getByRole('option', { name: /^checkout.*It needs this flag itself/ }).waitFor()
  await search.press('Enter')
  await search.press('Escape')
  expect(await page.getByRole('list', { name: 'Prerequisites' }).count()).toBe(0)

  const other = await openWhole('needing')
  await changeNeeds(other)
  await other.getByRole('button', { name: 'Review diff' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByText('No longer needs new-checkout').waitFor()
  await dialog.getByRole('button', { name: 'Save as version 2' }).click()
  await saved(other, 2)
  expect((await configOf('needing', 'staging'))?.prerequisites).toEqual([
    { flagKey: 'theme', values: ['dark', 'light'] },
    { flagKey: 'checkout', values: [false] },
  ])
})

test('Try it tells what each segment, group and needed flag said, as the service does', async () => {
  const page = await openWhole('tried')
  await tryLive(page)
  await save('new-checkout', { version: 2, enabled: false, defaultValue: false })
  await attribute(page, 'userId').fill('another')
  await page.getByText('Off because new-checkout is off, so it is the default.').waitFor()
  await save('new-checkout', { version: 3, enabled: true, defaultValue: true })
})

test('a json flag is made, turned on and saved here', async () => {
  const page = await dashboard.open('/flags?new=flag')
  const dialog = page.getByRole('dialog', { name: 'New flag' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Page settings')
  await dialog.getByRole('radio', { name: /^json/ }).check()
  await dialog.getByRole('button', { name: 'Create flag' }).click()
  const editor = await openFlag('page-settings', 'staging')
  await editor.getByRole('switch', { name: 'On in Staging' }).click()
  await editor.getByLabel('Default value').fill('{"size": [10, 20]}')
  await editor.getByRole('button', { name: 'Save as version 1' }).click()
  await saved(editor, 1)
  expect(await configOf('page-settings', 'staging')).toEqual({
    version: 1,
    enabled: true,
    defaultValue: { size: [10, 20] },
    rules: [],
  })
})
