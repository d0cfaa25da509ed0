import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { hasFocus } from '../support/has-focus.ts'
import { holdBack } from '../support/hold-back.ts'
import { told } from '../support/told.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId, environments } = dashboard

const idOf = (slug: string): string => environments[slug] ?? ''

const configOf = async (flagKey: string, slug: string) =>
  (await api.getFlag({ params: { projectId, flagKey } })).versions[idOf(slug)]?.config

/** The table with only this flag, and the switches of its row open. */
const openSwitches = async (flagKey: string): Promise<Page> => {
  const page = await dashboard.open(`/flags?q=${flagKey}`)
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('dialog', { name: /in each environment$/ }).waitFor()
  return page
}

test('a flag is turned off in place, and undone by another version', async () => {
  const page = await openSwitches('loyalty-banner')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  // An off flag still answers something, here true.
  const asks = page.getByRole('dialog', { name: 'Turn Loyalty points banner off in Staging?' })
  await asks.getByText('Once it is off everyone still gets true').waitFor()
  await asks.getByRole('button', { name: 'Cancel' }).click()
  expect(await configOf('loyalty-banner', 'staging')).toMatchObject({ version: 1, enabled: true })
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await asks.getByRole('button', { name: 'Turn off, keep true' }).click()
  await told(page, 'Loyalty points banner is off in Staging').waitFor()
  await told(page, 'Version 2: everyone still gets true, the default.').waitFor()
  await page.getByRole('button', { name: /Production: .* Staging: off\. / }).waitFor({ state: 'attached' })
  expect(await configOf('loyalty-banner', 'staging')).toMatchObject({ version: 2, enabled: false })
  await page.getByRole('button', { name: 'Undo' }).click()
  await told(page, 'Version 3 has what version 1 had.').waitFor()
  expect(await configOf('loyalty-banner', 'staging')).toMatchObject({ version: 3, enabled: true })
})

test('what is turned one right after the other is told of each, and each can be undone', async () => {
  const page = await openSwitches('gift-cards')
  const turnOff = async (environment: string) => {
    await page.getByRole('switch', { name: `On in ${environment}` }).click()
    await page.getByRole('button', { name: 'Turn off, give false' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await turnOff('Staging')
  await page.getByRole('button', { name: /^Production: / }).click()
  await turnOff('Development')
  await told(page, 'Version 2: everyone gets the default, false.').first().waitFor()
  expect(await configOf('gift-cards', 'staging')).toMatchObject({
    enabled: false,
    defaultValue: false,
    rules: [{ name: 'Everyone', value: true }],
  })
  await told(page, 'Gift cards is off in Staging').getByRole('button', { name: 'Undo' }).waitFor()
  await told(page, 'Gift cards is off in Development').getByRole('button', { name: 'Undo' }).click()
  await told(page, 'Gift cards is back in Development').waitFor()
  await page.getByRole('button', { name: /Staging: off\. Development: on for everyone$/ }).waitFor()
})

test('a row that changes stays where it is', async () => {
  const page = await dashboard.open('/flags')
  const names = page.locator('tbody .name')
  await names.first().waitFor()
  const before = await names.allTextContents()
  const last = page.getByRole('row', { name: new RegExp(before.at(-1) ?? '') })
  await last.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await told(page, `${before.at(-1)} is on in Staging`).waitFor()
  await last.getByText('Local admin, just now').waitFor()
  expect(await names.allTextContents()).toEqual(before)
})

test('turning a boolean flag on where nothing is yet gives everyone true', async () => {
  await api.createFlag({ params: { projectId }, body: { key: 'fresh', name: 'Fresh', type: 'boolean' } })
  const page = await openSwitches('fresh')
  await page.getByRole('switch', { name: 'On in Development' }).click()
  await told(page, 'Version 1: on for everyone.').waitFor()
  expect(await configOf('fresh', 'development')).toMatchObject({
    enabled: true,
    defaultValue: false,
    rules: [{ value: true }],
  })
})

test('where nothing is yet, a flag of another type is set up on its page', async () => {
  const page = await openSwitches('recs-carousel')
  await page.getByRole('link', { name: 'Set up in Staging' }).click()
  await page.waitForURL('**/flags/recs-carousel?env=staging')
})

test('a pennant and its name open the flag in their environment', async () => {
  const page = await openSwitches('payments')
  await page.getByRole('dialog').getByRole('link', { name: 'Staging', exact: true }).click()
  await page.waitForURL('**/flags/payments.max-retries?env=staging')
})

test('a protected environment gets a proposal instead', async () => {
  const page = await openSwitches('gift-cards')
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await page.getByRole('dialog', { name: 'Propose to turn Gift cards off?' }).waitFor()
  await page.getByText('Once it is off everyone still gets true').waitFor()
  await page.getByRole('button', { name: 'Propose off, give false' }).click()
  await told(page, 'Production stays as it is until somebody else approves.').waitFor()
  await page.getByRole('table').getByRole('link', { name: '1 proposal waiting' }).waitFor()
  expect(await configOf('gift-cards', 'production')).toMatchObject({ version: 1, enabled: true })
  const { items } = await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })
  expect(items[0]?.proposedConfig).toMatchObject({ version: 1, enabled: false, defaultValue: false })
})

test('where a proposal waits already, it is shown', async () => {
  const page = await openSwitches('checkout-layout')
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await page.getByText('A proposal is waiting already.').waitFor()
  await page.getByRole('link', { name: 'Review it' }).click()
  await page.waitForURL('**/proposals/prop_*')
})

test('somebody who saved first is not overwritten', async () => {
  const page = await openSwitches('new-navigation')
  const params = { projectId, envId: idOf('staging'), flagKey: 'new-navigation' }
  // Before the page learns of the new version.
  const read = await holdBack(page, '**/flags/new-navigation', 'GET')
  await api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: false, rules: [] } })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('button', { name: 'Turn off, give false' }).click()
  await told(page, 'New navigation was not turned off in Staging').waitFor()
  await told(page, 'Somebody saved another version in Staging first.').waitFor()
  read.letGo()
  await page.getByRole('button', { name: /Staging: on for nobody/ }).waitFor()
  expect(await configOf('new-navigation', 'staging')).toMatchObject({ version: 2, defaultValue: false })
  await page.getByRole('button', { name: 'See it' }).click()
  await page.waitForURL('**/flags/new-navigation?env=staging')
})

test('a flag is archived and taken out again, each after a question', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('row', { name: /Holiday hero/ }).hover()
  await page.getByRole('button', { name: 'More for Holiday hero' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive the flag' }).click()
  await told(page, 'Holiday hero is archived').waitFor()
  await page.getByRole('link', { name: 'Holiday hero' }).waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: /^Archived/ }).click()
  await page.getByRole('button', { name: /^Archived\. Production: off/ }).click()
  await page.getByRole('switch', { name: 'On in Staging', checked: false }).focus()
  await page
    .getByRole('tooltip', { name: /^An archived flag does not change/ })
    .last()
    .waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More for Holiday hero' }).click()
  await page.getByRole('menuitem', { name: 'Take out of the archive' }).click()
  await page.getByRole('button', { name: 'Take it out' }).click()
  await told(page, 'Holiday hero is active again').waitFor()
  // Its switch was shown, but pressing it changed nothing.
  expect(await configOf('holiday-hero', 'staging')).toMatchObject({ version: 2, enabled: true })
})

test('a flag is made in one dialog, which says what is wrong where it is wrong, and opens', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('button', { name: 'New flag' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const key = page.getByRole('textbox', { name: 'Key', exact: true })
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByText('It needs a name.').waitFor()
  await hasFocus(name)
  await name.fill('Größe – größer (2.0)')
  await expect.poll(() => key.inputValue()).toBe('grosse-grosser-2.0')
  await key.fill('gift-cards')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByText('Another flag of this project has this key; it may be archived.').waitFor()
  await key.fill('big size')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByText('Only letters, digits, dots, dashes and underscores').waitFor()
  await key.fill('size')
  await page.getByRole('radio', { name: 'string' }).check()
  await page.getByRole('checkbox', { name: 'Client-safe' }).check()
  await page.getByRole('button', { name: 'Create flag' }).click()
  // Opens in the environment where the guide begins, not in the most important one.
  await page.waitForURL('**/flags/size?env=development')
  expect(await api.getFlag({ params: { projectId, flagKey: 'size' } })).toMatchObject({
    name: 'Größe – größer (2.0)',
    type: 'string',
    clientSafe: true,
    description: null,
  })
  await page.goBack()
  await page.getByRole('link', { name: 'Größe – größer (2.0)' }).waitFor()
  expect(page.url()).toMatch(/\/flags$/)
})

test('the palette makes a flag from any page', async () => {
  const page = await dashboard.open('/audit')
  await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('new fl')
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('dialog', { name: 'New flag' }).getByLabel('Name', { exact: true }))
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/flags$/)
})

test('of a flag turned off and on again while nothing answers, what is saved is shown', async () => {
  const page = await openSwitches('payments')
  const silence = Promise.withResolvers<void>()
  await page.route('**/v1/**', async (route) => {
    await silence.promise
    await route.abort()
  })
  const turn = page.getByRole('switch', { name: 'On in Staging' })
  await turn.click()
  await expect.poll(() => turn.isChecked()).toBe(false)
  await turn.click()
  silence.resolve()
  await told(page, 'Payment retries was not turned off in Staging').waitFor()
  await told(page, 'Payment retries was not turned on in Staging').waitFor()
  await expect.poll(() => turn.isChecked()).toBe(true)
})
