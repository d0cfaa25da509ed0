import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, projectId, environments } = dashboard
const enabledIn = async (flagKey: string, slug: string) =>
  (await api.getFlag({ params: { projectId, flagKey } })).versions[environments[slug] ?? '']?.config.enabled

test('a flag is turned off by words in any order, the environment is the second step, and one protected is proposed', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags')
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.fill('layout off')
  await page.getByRole('option', { name: /Turn Checkout layout on or off/ }).waitFor()
  await page.keyboard.press('Enter')
  const inStaging = page.getByRole('option', { name: /Turn off in Staging/ })
  await inStaging.waitFor()
  await page.getByRole('option', { name: /in Production.*is proposed: protected/ }).waitFor()
  await field.fill('stag')
  await page.keyboard.press('Enter')
  await page.getByText(/^Checkout layout.* is off in .*Staging/).waitFor()
  expect(await enabledIn('checkout-layout', 'staging')).toBe(false)

  // Escape goes back a step, and then closes the palette.
  await page.keyboard.press('Control+k')
  await field.fill('turn holiday')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /in Production/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'Flags' }).first().waitFor()
  await field.fill('turn holiday')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /in Production/ }).click()
  await page.getByRole('dialog', { name: /Propose to turn/ }).waitFor()
})

test('people are found by their names, and what they did is where one gets', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('ferreira ines')
  await page.getByRole('option', { name: /Ines Ferreira/ }).click()
  await page.waitForURL('**/audit?who=user_*')
})

test('? lists the keys of the page in view, and of what is around it', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Filter the flags').waitFor()
  await keys.getByText('Search or jump to').waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Proposals' }).click()
  await page.getByRole('heading', { name: 'Proposals', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('keys page')
  await page.keyboard.press('Enter')
  await keys.getByText('Next proposal').waitFor()
  expect(await keys.getByText('Filter the flags').count()).toBe(0)
})

test('the environment that one worked in goes along to the next flag, and the address wins', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging')
  const current = page.getByRole('navigation', { name: 'Environment' }).locator('[aria-current]')
  await current.getByText('Staging').waitFor()
  await page.getByRole('link', { name: 'Flags', exact: true }).first().click()
  await page.getByRole('link', { name: 'Gift cards' }).click()
  await current.getByText('Staging').waitFor()
  await page
    .getByRole('navigation', { name: 'Environment' })
    .getByRole('link', { name: /Production/ })
    .click()
  await current.getByText('Production').waitFor()
})
