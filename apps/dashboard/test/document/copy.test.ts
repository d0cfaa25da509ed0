import { expect, test } from 'vitest'
import { openCopy } from '../support/copy.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId, environments } = dashboard

const versionIn = async (flagKey: string, env: string) =>
  (await api.getFlag({ params: { projectId, flagKey } })).versions[environments[env] ?? '']

test('a config is copied to another environment, the difference first', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=staging&tab=history')
  await openCopy(page)
  await page.getByRole('radio', { name: /Development/ }).check()
  const dialog = page.getByRole('dialog', { name: 'Copy Checkout layout from Staging' })
  await dialog.getByText('Rule 2, Pilot countries').waitFor()
  await dialog.getByText('Gets classic instead of one-page').waitFor()
  await dialog.getByRole('button', { name: 'Save as version 2 in Development' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const staging = await versionIn('checkout-layout', 'staging')
  expect(await versionIn('checkout-layout', 'development')).toMatchObject({
    version: 2,
    config: { ...staging?.config, version: 2 },
  })
  // The two are the same now, and copying says so.
  await openCopy(page)
  await page.getByRole('radio', { name: /Development/ }).check()
  await page.getByText('Both are the same.').waitFor()
  const save = page.getByRole('button', { name: 'Save as version 3 in Development' })
  await save.focus()
  await page.getByRole('tooltip', { name: 'Development has this already.' }).waitFor()
})

test('to a protected environment it is a proposal', async () => {
  const page = await dashboard.open('/flags/gift-cards?env=staging&tab=history')
  const params = { projectId, envId: environments.staging ?? '', flagKey: 'gift-cards' }
  await api.createFlagVersion({ params, body: { version: 2, enabled: false, defaultValue: false, rules: [] } })
  await page.reload()
  await openCopy(page)
  await page.getByRole('radio', { name: /Production/ }).check()
  await page.getByText('Production is protected: this makes a proposal').waitFor()
  await page.getByRole('button', { name: 'Propose for Production' }).click()
  await page.getByRole('heading', { name: 'Change to Gift cards' }).waitFor()
  await page.getByRole('heading', { name: 'Your proposal' }).waitFor()
  expect((await versionIn('gift-cards', 'production'))?.version).toBe(1)
})

test('where a proposal waits already no second one can be made', async () => {
  const page = await dashboard.open('/flags/checkout-layout?env=development&tab=history')
  await openCopy(page)
  await page.getByRole('radio', { name: /Production/ }).check()
  await page.getByRole('button', { name: 'Propose for Production' }).focus()
  await page.getByRole('tooltip', { name: /A proposal is waiting in Production already/ }).waitFor()
})

test('where there is nothing to copy the dialog says so', async () => {
  const page = await dashboard.open('/flags/recs-carousel?env=staging&tab=history')
  await openCopy(page)
  await page.getByText('Staging has no version yet, so there is nothing to copy.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})
