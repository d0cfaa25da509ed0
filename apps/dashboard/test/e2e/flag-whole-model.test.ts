import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor, rule } from '../support/flag-editor.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'
import { wholeConfig } from '../support/whole-config.ts'

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

const locked = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const attribute = (page: Page, name: string) => page.getByRole('complementary').getByLabel(name, { exact: true })
const saved = (page: Page, version: number) => page.getByText(`Saved as version ${version}`, { exact: true }).waitFor()

test('what the editor cannot change yet shows in words, and is saved as it was', async () => {
  const page = await openWhole('kept-whole')
  expect(await locked(page, 'Prerequisite 1').innerText()).toContain('Needs new-checkout to answer true')
  const group = (await locked(page, 'Condition 2 of rule 1').innerText()).replaceAll(/\s+/g, ' ')
  expect(group).toContain('any of country is one of NL BE is in the segment beta all of email ends with')
  expect(group).toContain('ignoring case none of plan is free is in none of the segments beta staff')
  await takePicture(page, 'whole-model')
  expect(await findBarriers(page)).toEqual([])

  await page.getByLabel('Name of rule 1').fill('Renamed')
  await page.getByLabel('Value of condition 1 of rule 1').fill('Pro')
  await rule(page, 2).getByRole('switch', { name: 'Split: on' }).click()
  await page.getByRole('button', { name: 'More for rule 1' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await page.getByLabel('Value of variant 1').fill('{ "layout": "wide", "columns": 4')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText(/^Variant 1: value must be a JSON object or array/).waitFor()
  await page.getByLabel('Value of variant 1').fill('{ "layout": "wide", "columns": 4 }')
  await page.reload()
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByText('Value from Team to Pro').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as version 2' }).click()
  await saved(page, 2)

  const [grouped, split] = wholeConfig.rules
  expect(await configOf('kept-whole', 'staging')).toEqual({
    ...wholeConfig,
    version: 2,
    variants: [{ key: 'wide', value: { layout: 'wide', columns: 4 } }, wholeConfig.variants?.[1]],
    rules: [
      { ...split, enabled: true },
      {
        ...grouped,
        name: 'Renamed',
        conditions: [
          { attribute: 'plan', operator: 'equals', value: 'Pro', ignoreCase: true },
          ...(grouped?.conditions.slice(1) ?? []),
        ],
      },
    ],
  })
})

test('a locked condition and a prerequisite can be taken out, and the diff shows them', async () => {
  const page = await openWhole('taken-out', { theme: 'dark' })
  await page.getByRole('button', { name: 'Remove condition 2 of rule 1' }).click()
  await page.getByRole('button', { name: 'Remove prerequisite 2, theme' }).click()
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No longer needs theme').waitFor()
  await dialog.getByText('Condition removed').waitFor()
  await takePicture(page, 'whole-model-diff')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save as version 2' }).click()
  await saved(page, 2)
  const [grouped, split] = wholeConfig.rules
  expect(await configOf('taken-out', 'staging')).toEqual({
    ...wholeConfig,
    version: 2,
    prerequisites: wholeConfig.prerequisites?.slice(0, 1),
    rules: [{ ...grouped, conditions: grouped?.conditions.toSpliced(1, 1) }, split],
  })
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
