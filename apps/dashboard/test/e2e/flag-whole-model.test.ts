import type { Condition } from '@bunting/engine'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'
import { group, wholeConfig } from '../support/whole-config.ts'

const dashboard = await startDashboard()
const { api, projectId, environments } = dashboard
const { configOf, openFlag } = flagEditor(dashboard)
const envId = environments.staging ?? ''

const save = (flagKey: string, config: object) =>
  api.createFlagVersion({ params: { projectId, envId, flagKey }, body: { rules: [], ...config } as never })

const createFlag = (key: string, type: 'boolean' | 'string' | 'json') =>
  api.createFlag({ params: { projectId }, body: { key, name: key, type } })

for (const key of ['beta', 'staff']) {
  await api.createSegment({ params: { projectId }, body: { key, name: key } })
  const params = { projectId, envId, segmentKey: key }
  await api.createSegmentVersion({ params, body: { version: 1, included: [`${key}-user`], excluded: ['outsider'] } })
}
await createFlag('new-checkout', 'boolean')
await save('new-checkout', { version: 1, enabled: true, defaultValue: true })
await createFlag('theme', 'string')
await save('theme', { version: 1, enabled: true, defaultValue: 'dark' })

/** A flag of its own for each test, with everything in it. */
const openWhole = async (flagKey: string, look = {}): Promise<Page> => {
  await createFlag(flagKey, 'json')
  await save(flagKey, wholeConfig)
  const page = await dashboard.open(`/flags/${flagKey}?env=staging`, look)
  await page.getByRole('article', { name: 'Default' }).waitFor()
  return page
}

const attribute = (page: Page, name: string) => page.getByRole('complementary').getByLabel(name, { exact: true })
const saved = (page: Page, version: number) => page.getByText(`Saved as version ${version}`, { exact: true }).waitFor()

test('groups, segments and case are edited where they stand, by keyboard too', async () => {
  const page = await openWhole('edited-whole')
  await takePicture(page, 'whole-model')
  expect(await findBarriers(page)).toEqual([])
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

test('what was added keeps the focus where its menu closes late', async () => {
  const page = await openWhole('added-quickly')
  await page.getByRole('button', { name: 'Add to group 2.3 of rule 1' }).evaluate(async (button: HTMLElement) => {
    const press = (on: HTMLElement | null) =>
      on?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    const menu = () => document.querySelector('.menu')
    press(button)
    // Picked before the menu was drawn, in which case it stays until its animation has ended.
    for (let open = menu(); !open || getComputedStyle(open).animationName === 'none'; open = menu()) await undefined
    const { setTimeout } = window
    const held: (() => void)[] = []
    Object.assign(window, { setTimeout: (run: () => void) => held.push(run) })
    press(menu()?.querySelector<HTMLElement>('.menu-item') ?? null)
    const before = held.length
    await new Promise<void>((resolve) => {
      const look = () => (menu() || held.length === before ? requestAnimationFrame(look) : resolve())
      look()
    })
    // Timers of a busy machine: the menu is gone and is about to give the focus back.
    for (const run of held) run()
    Object.assign(window, { setTimeout })
  })
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(focused).toBe('Attribute of condition 2.3.3 of rule 1')
})

test('prerequisites are chosen from flags and their answers, and show what they need themselves', async () => {
  await createFlag('payments', 'boolean')
  await save('payments', { version: 1, enabled: true, defaultValue: true })
  await createFlag('checkout', 'boolean')
  const needed = [{ flagKey: 'payments', values: [true] }]
  await save('checkout', { version: 1, enabled: true, defaultValue: true, prerequisites: needed })
  const page = await openFlag('payments', 'staging')
  const add = page.getByRole('button', { name: 'Prerequisite', exact: true })
  const search = page.getByRole('combobox', { name: 'Find a flag that this one needs' })
  await add.click()
  await search.fill('out check')
  await page.getByRole('option', { name: /^checkout.*It needs this flag itself/ }).waitFor()
  await search.press('Enter')
  await search.press('Escape')
  expect(await page.getByRole('list', { name: 'Prerequisites' }).count()).toBe(0)

  const other = await openWhole('needing', { theme: 'dark' })
  await other.getByRole('button', { name: 'Prerequisite', exact: true }).click()
  await other.getByRole('combobox', { name: 'Find a flag that this one needs' }).fill('checkout')
  await other.getByRole('option', { name: /^checkout/ }).click()
  const list = other.getByRole('list', { name: 'Prerequisites' }).first()
  await list.getByText('which needs payments to answer true').waitFor()
  await other.getByLabel('Answer of prerequisite 3').selectOption('false')
  await other.getByLabel('Add an answer of prerequisite 2').selectOption('Another answer…')
  await other.getByLabel('Another answer of prerequisite 2').fill('light')
  await other.getByLabel('Another answer of prerequisite 2').press('Enter')
  await list.getByRole('button', { name: 'Remove dim' }).click()
  await other.getByRole('button', { name: 'Remove prerequisite 1, new-checkout' }).click()
  await attribute(other, 'userId').fill('ada')
  await list.getByText('answers true').first().waitFor()
  await takePicture(other, 'whole-model-needs')
  expect(await findBarriers(other)).toEqual([])
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
  await page.getByRole('radio', { name: 'Live v1' }).click()
  await attribute(page, 'userId').fill('beta-user')
  const steps = page.getByRole('list', { name: 'Rule by rule' }).locator('> li')
  await steps.nth(0).getByText('is in the segment beta: on its list of who is in').waitFor()
  await attribute(page, 'plan').fill('["free", "team"]')
  await steps.nth(0).getByText('plan free, team one of them is Team, ignoring case').waitFor()
  await page.getByRole('list', { name: 'Prerequisites' }).getByText('It answers dark.').waitFor()
  await takePicture(page, 'whole-model-try-it')
  expect(await findBarriers(page)).toEqual([])
  await save('new-checkout', { version: 2, enabled: false, defaultValue: false })
  await attribute(page, 'userId').fill('another')
  await page.getByText('Off because new-checkout is off, so it is the default.').waitFor()
  await save('new-checkout', { version: 3, enabled: true, defaultValue: true })
})

test('it fits a narrow window', async () => {
  const page = await openWhole('narrow', { width: 400, theme: 'dark' })
  await takePicture(page, 'whole-model-narrow')
  expect(await sidewaysScroll(page)).toBe(0)
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
