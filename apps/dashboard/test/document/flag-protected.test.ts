import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { holdBack } from '../support/hold-back.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Vera Look': 'viewer', 'Tom de Vries': 'editor' },
})
const { api, projectId, environments } = dashboard

test('in a protected environment the same editor makes a proposal, which is then waiting', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags/loyalty-banner?env=production')
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await share.fill('25')
  await page.getByText('Production is protected').waitFor()
  await page.getByRole('button', { name: 'Propose change' }).click()
  await page.getByText('Your proposal is waiting').waitFor()
  await vi.waitFor(async () => expect(await share.inputValue()).toBe('5'))
  const [proposal] = (await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })).items
  expect(proposal).toMatchObject({
    environmentId: environments.production,
    proposedConfig: { version: 1, rules: [{ rolloutPercentage: 25 }] },
  })
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('link', { name: 'See it' }).click()
  await page.waitForURL(`**/proposals/${proposal?.id}`)
})

test('what is typed while a proposal is being sent stays a draft', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags/new-navigation?env=production')
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await share.fill('60')
  const proposing = await holdBack(page, '**/proposals', 'POST')
  await page.getByRole('button', { name: 'Propose change' }).click()
  await proposing.sent
  await share.fill('70')
  proposing.letGo()
  // It can now replace the proposal that is waiting.
  await page.getByRole('button', { name: 'Propose in its place' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  expect(await share.inputValue()).toBe('70')
  const { items } = await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })
  expect(items[0]).toMatchObject({ proposedConfig: { rules: [{ rolloutPercentage: 60 }] } })
})

test('somebody else’s proposal is shown with a link, and a draft waits meanwhile', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags/checkout-layout?env=production')
  await page.getByText(/proposal is waiting/).waitFor()
  await page.getByRole('textbox', { name: 'Share of rule 2, in percent' }).fill('77')
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  expect(await page.getByRole('button', { name: 'Propose change' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Review it' }).click()
  await page.waitForURL('**/proposals/prop_*')
})

test('a viewer sees everything, can change nothing, and learns why', async () => {
  const page = await dashboard.openAs('Vera Look', '/flags/checkout-layout?env=staging')
  await page.getByText('You can look, not change').waitFor()
  const reason = 'You can look, not change. Ask an admin to become an editor.'
  await seeTip(page.getByRole('switch', { name: 'On in Staging' }), reason)
  await page.getByRole('switch', { name: 'On in Staging' }).click({ force: true })
  const share = page.getByRole('textbox', { name: 'Share of rule 2, in percent' })
  await share.focus()
  await page.keyboard.type('9')
  expect(await share.inputValue()).toBe('40')
  for (const name of ['Rule', 'Edit name and description', 'Remove condition 1 of rule 1']) {
    const button = page.getByRole('button', { name, exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
  }
  await page.getByRole('button', { name: 'More for rule 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).hover()
  expect(await page.getByRole('menuitem', { name: 'Remove' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  expect(await page.getByText(/unsaved/).count()).toBe(0)
  await page.getByLabel('userId', { exact: true }).fill('u-1')
  await page.getByText('DEFAULT', { exact: true }).waitFor()
})

/** The storage keys of unsaved work, in the browser and in the tab. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /typed|draft/.test(key)))

test('a draft is shown to nobody but whoever made it', async () => {
  const path = '/flags/checkout-layout?env=staging'
  const page = await dashboard.openAs('Ines Ferreira', path)
  const share = page.getByRole('textbox', { name: 'Share of rule 2, in percent' })
  await share.fill('77')
  await page.getByText('1 unsaved change').waitFor()
  const ines = await page.context().cookies()
  // Another person uses the same browser, and the first one did not sign out.
  await page.context().addCookies(await (await dashboard.openAs('Tom de Vries', path)).context().cookies())
  await page.reload()
  await page.getByRole('button', { name: /Tom de Vries.*your account/ }).waitFor()
  expect(await share.inputValue()).toBe('40')
  expect(await page.getByText('unsaved change').count()).toBe(0)
  await page.context().addCookies(ines)
  await page.reload()
  await page.getByText('1 unsaved change').waitFor()
  expect(await share.inputValue()).toBe('77')
})

test('whoever signs out leaves no draft behind for the next', async () => {
  const page = await dashboard.openAs('Tom de Vries', '/flags/checkout-layout?env=staging')
  await page.getByRole('textbox', { name: 'Share of rule 2, in percent' }).fill('77')
  await page.getByLabel('userId', { exact: true }).fill('u-1')
  await vi.waitFor(async () => expect(await kept(page)).toHaveLength(2))
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog', { name: 'Sign out with unsaved changes?' }).waitFor()
  await page.getByRole('button', { name: 'Sign out and drop them' }).click()
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await vi.waitFor(async () => expect(await kept(page)).toEqual([]))
})
