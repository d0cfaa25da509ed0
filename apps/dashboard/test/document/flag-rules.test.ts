import { expect, test, vi } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { manyRules, ruleNames, threeRules, userIds } from '../support/flag-rules.ts'
import { hasFocus } from '../support/has-focus.ts'
import { seeTip } from '../support/tip.ts'

const { configOf, newFlag } = flagEditor(await startDashboardHere())

test('a rule is added, filled in and saved with the mouse', async () => {
  const page = await newFlag('by-mouse', 'boolean', { defaultValue: false })
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Name of rule 1' })
  await hasFocus(name)
  await name.fill('Staff')
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('email')
  await page.getByLabel('Operator of condition 1 of rule 1').selectOption('ends with')
  await page.getByLabel('Add to value of condition 1 of rule 1').fill('@northpier.example')
  await rule(page, 1).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 2 of rule 1').fill('age')
  await page.getByLabel('Operator of condition 2 of rule 1').selectOption('is at least')
  await page.getByLabel('Value of condition 2 of rule 1').fill('18')
  await page.getByLabel('How the conditions of rule 1 are joined').selectOption('or')
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByText('Rule added').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Staging.*v2, 1 rule/ }).waitFor()
  await page.getByRole('button', { name: /Save as/ }).waitFor({ state: 'detached' })
  expect((await configOf('by-mouse', 'staging'))?.rules).toMatchObject([
    {
      name: 'Staff',
      value: true,
      conditionOperator: 'OR',
      conditions: [
        { attribute: 'email', operator: 'ends_with', value: ['@northpier.example'] },
        { attribute: 'age', operator: 'gte', value: 18 },
      ],
    },
  ])
})

test('rules are made, put into order and saved by keyboard alone', async () => {
  const page = await newFlag('by-keyboard', 'boolean', threeRules)
  await page.getByRole('button', { name: 'More for rule 2' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['Two', 'One', 'Three']))
  await rule(page, 1).getByRole('button', { name: 'Rollout' }).press('Enter')
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  // Typing replaces the value, since it is selected.
  await share.press('5')
  await share.press('1')
  await share.press('Control+s')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  const { rules = [] } = (await configOf('by-keyboard', 'staging')) ?? {}
  expect(rules.map(({ name }) => name)).toEqual(['Two', 'One', 'Three'])
  expect(rules[0]).toMatchObject({ rolloutPercentage: 51 })
})

test('a rule is duplicated, and a removed one comes back', async () => {
  const page = await newFlag('undone', 'boolean', threeRules)
  await page.getByRole('button', { name: 'More for rule 2' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['One', 'Two', 'Two copy', 'Three']))
  await page.getByRole('button', { name: 'More for rule 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['Two', 'Two copy', 'Three']))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['One', 'Two', 'Two copy', 'Three']))
  await page.getByLabel('Name of rule 1').press('Control+z')
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['Two', 'Two copy', 'Three']))
  await page.getByRole('button', { name: 'Undo the last edit' }).click()
  await page.getByRole('button', { name: 'Undo the last edit' }).click()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['One', 'Two', 'Three']))
  await vi.waitFor(async () => expect(await page.getByText(/unsaved change/).count()).toBe(0))
  await page.getByRole('button', { name: 'Redo the edit' }).click()
  await vi.waitFor(async () => expect(await ruleNames(page)).toEqual(['One', 'Two', 'Two copy', 'Three']))
})

test('a split shows its percentages as the weights are typed', async () => {
  const page = await newFlag('split', 'string', { defaultValue: 'a' })
  for (const _ of [1, 2])
    await page.getByRole('region', { name: 'Variants' }).getByRole('button', { name: 'Variant', exact: true }).click()
  await page.getByLabel('Key of variant 1').fill('red')
  await page.getByLabel('Key of variant 1').press('Enter')
  await page.getByLabel('Value of variant 1').fill('#f00')
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await rule(page, 1).getByRole('button', { name: 'Split' }).click()
  await page.getByLabel('Weight of red in rule 1').fill('3')
  await rule(page, 1).getByText('75 %').waitFor()
  await rule(page, 1).getByText('25 %').waitFor()
  await page.getByLabel('Key of variant 2').fill('blue')
  await page.getByLabel('Key of variant 2').press('Enter')
  await page.getByLabel('Weight of blue in rule 1').waitFor()
  await seeTip(page.getByRole('button', { name: 'Remove variant red' }), 'Rule 1 splits over it.')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect(await configOf('split', 'staging')).toMatchObject({
    variants: [{ key: 'red', value: '#f00' }, { key: 'blue' }],
    rules: [
      {
        distribution: [
          { variant: 'red', weight: 3 },
          { variant: 'blue', weight: 1 },
        ],
      },
    ],
  })
})

test('many rules are folded up, found and warned of, and a long list of values is searched and filled', async () => {
  const page = await newFlag('many-rules', 'boolean', manyRules)
  await rule(page, 6).getByText('It never answers: rule 5 is for everyone.').waitFor()
  expect(await page.getByText('It never answers').count()).toBe(2)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await rule(page, 4).getByText('If userId is one of user-1, user-2').waitFor()
  expect(await page.getByRole('button', { name: 'Condition', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Go to a rule' }).click()
  await page.getByRole('combobox', { name: 'Find a rule' }).fill('test')
  await page.keyboard.press('Enter')
  const third = page.getByRole('button', { name: 'Expand rule 3' })
  await hasFocus(third)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Collapse rule 4' }).waitFor()

  await rule(page, 4).getByRole('button', { name: 'and 888 more' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Find a value').fill('-89')
  await dialog.getByText('11 of 900').waitFor()
  await dialog.getByRole('button', { name: 'Remove the 11 found' }).click()
  await dialog.getByText('889 values in all').waitFor()
  await dialog.getByLabel('Values to add').fill(userIds(1_000).slice(890).join('\n'))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('998 values in all').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  const { rules: now = [] } = (await configOf('many-rules', 'staging')) ?? {}
  expect(now[3]?.conditions).toEqual([
    { attribute: 'userId', operator: 'in', value: expect.arrayContaining(['user-999']) },
  ])
})
