import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addBetaSearch } from '../support/compare.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'viewer' } })
const { api, projectId, environments } = dashboard

const flags = (page: Page) => page.getByRole('list', { name: 'Flags' })
const versionIn = async (flagKey: string, env: string) =>
  (await api.getFlag({ params: { projectId, flagKey } })).versions[environments[env] ?? '']

test('two environments are compared, what differs is promoted with a preview, and all of it is taken back', async () => {
  await addBetaSearch(dashboard)
  const page = await dashboard.open('/compare?from=development&to=staging')
  await page.getByText('4 flags differ.').waitFor()
  await page.getByText('How to read the pennants:').waitFor()
  await page.getByRole('table', { name: 'Segments that differ' }).getByText('1 id added').waitFor()
  // A flag that exists only in the target cannot be promoted.
  expect(await page.getByRole('checkbox', { name: 'Promote New navigation' }).isDisabled()).toBe(true)
  const layout = flags(page).getByRole('listitem').filter({ hasText: 'Checkout layout' })
  await layout.getByRole('button', { name: /more change/ }).click()
  await layout.getByText('Gets one-page instead of classic').waitFor()

  await page.getByRole('checkbox', { name: 'Every flag that can be promoted' }).check()
  await page.getByRole('button', { name: 'Promote to Staging' }).click()
  const dialog = page.getByRole('dialog', { name: /^Promote 3 flags/ })
  await dialog.getByText('a segment that comes along').waitFor()
  await dialog.getByText('4 change', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: /^Why/ }).fill('Release 42')
  await dialog.getByRole('button', { name: /^Promote 3 flags/ }).click()
  await page.getByText(/^3 flags are in/).waitFor()
  expect(await versionIn('beta-search', 'staging')).toMatchObject({ version: 1, config: { enabled: true } })
  expect(await versionIn('checkout-layout', 'staging')).toMatchObject({
    version: 3,
    config: { defaultValue: 'one-page' },
  })
  await page.getByText('1 flag differ').waitFor()

  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await page.getByText('All of it is as it was').waitFor()
  const restored = await versionIn('checkout-layout', 'staging')
  expect(restored).toMatchObject({ version: 4, config: { defaultValue: 'classic' } })
  expect(restored?.config.rules).toHaveLength(2)
  // There was no version before, so "off" is the closest state to restore.
  expect(await versionIn('beta-search', 'staging')).toMatchObject({ version: 2, config: { enabled: false } })
})

test('with Shift all from one flag to another are chosen, as in the list of flags', async () => {
  const page = await dashboard.open('/compare?from=staging&to=development')
  const boxes = page.getByRole('checkbox', { name: /^Promote / })
  await expect.poll(() => boxes.count()).toBeGreaterThan(2)
  const names = await boxes.evaluateAll((all) =>
    all.filter((box) => !(box as HTMLInputElement).disabled).map((box) => box.getAttribute('aria-label') ?? ''),
  )
  await page.getByRole('checkbox', { name: names[0] ?? '' }).check()
  await page.getByRole('checkbox', { name: names.at(-1) ?? '' }).click({ modifiers: ['Shift'] })
  for (const name of names) expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(true)
})

test('to a protected environment it is proposals, and what cannot go says why', async () => {
  const page = await dashboard.open('/compare')
  // By default it compares from the environment for trying to the most important one.
  expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe(environments.staging)
  expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe(environments.production)
  await page.getByRole('checkbox', { name: 'Promote Checkout layout' }).check()
  await page.getByRole('checkbox', { name: 'Promote Payment retries' }).check()
  await page.getByRole('button', { name: 'Propose for Production' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/pending|waiting/).waitFor()
  await dialog.getByRole('button', { name: /^Propose 1 flag for/ }).click()
  await page.getByText('1 proposal waits for somebody else').waitFor()
  await page.getByRole('link', { name: 'See the proposals' }).click()
  await page.getByRole('heading', { name: 'Proposals', exact: true }).waitFor()
  await page.getByText('Payment retries').first().waitFor()
})

test('the address says which two, they are swapped in one press, and a viewer only looks', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/compare?from=staging&to=production&q=retries%20pay')
  await page.getByText('Gets 5 instead of 3').waitFor()
  expect(await flags(page).getByRole('listitem').count()).toBe(1)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Swap' }).click()
  await page.getByText('Gets 3 instead of 5').waitFor()
  expect(new URL(page.url()).search).toContain('from=production')
})
