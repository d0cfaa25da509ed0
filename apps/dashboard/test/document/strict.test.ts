import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { goTo } from '../support/go-to.ts'
import { archive, openMenu, proposeWithKey, readFields, readRefusal, strictMembers } from '../support/strict.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboardHere({ seeded: true, members: strictMembers })
const { api, projectId, environments } = dashboard
const production = { projectId, envId: environments.production ?? '' }

const at = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const flag = (flagKey: string) => api.getFlag({ params: { projectId, flagKey } })

test('an editor is told why they neither archive nor publish what a protected environment has', async () => {
  const page = await dashboard.openAs('Eva Novak', '/flags/gift-cards')
  await openMenu(page)
  const item = page.getByRole('menuitem', { name: 'Archive' })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await readFields(page)
  expect(await page.getByLabel(/Client-safe/).isDisabled()).toBe(true)
})

test('an admin makes an environment strict alone', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/environments')
  const strict = page.getByRole('switch', { name: 'Production is strict' })
  await seeTip(page.getByRole('button', { name: 'Strict', exact: true }), /^Admins do nothing alone here either/)
  await strict.click()
  await page.getByRole('switch', { name: 'Production is strict', checked: true }).waitFor()
  expect(await page.getByRole('switch', { name: 'Staging is strict' }).count()).toBe(0)
  expect(await api.getEnvironment({ params: production })).toMatchObject({ protected: true, strict: true })
})

test('archiving there is a proposal: the page says so, and another person carries it out', async () => {
  const maya = await dashboard.openAs('Maya Okafor', '/flags/gift-cards')
  await archive(maya)
  await maya.getByText('Proposed', { exact: true }).waitFor()
  await maya.getByText('Nothing changes until somebody else approves it.').first().waitFor()
  await maya.getByRole('link', { name: 'Proposed: archive the flag' }).waitFor()
  expect((await flag('gift-cards')).archivedAt).toBeNull()
  await maya.getByRole('button', { name: 'See it' }).click()
  await at(maya, 'Archive the flag').waitFor()
  await at(maya, 'Your proposal').waitFor()

  const tom = await dashboard.openAs('Tom de Vries', '/proposals')
  await tom.getByRole('link', { name: /gift-cards in Production.*Archive the flag.*Maya Okafor/ }).click()
  await tom.getByText('Apps get nothing for it from then on').waitFor()
  await tom.getByRole('button', { name: 'Approve', exact: true }).click()
  await at(tom, 'You approved this').waitFor()
  expect((await flag('gift-cards')).archivedAt).not.toBeNull()
  await tom.getByRole('link', { name: 'Open the flag' }).click()
  await tom.getByText('archived', { exact: true }).waitFor()
})

test('a new name is saved at once, and client safety beside it proposed', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags/payments.max-retries')
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Retries')
  await page.getByLabel(/Client-safe/).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await at(page, 'Retries').waitFor()
  await page.getByRole('link', { name: 'Proposed: make the flag client-safe' }).waitFor()
  expect(await flag('payments.max-retries')).toMatchObject({ name: 'Retries', clientSafe: false })
})

test('what one proposed with a key of theirs, one does not approve, and is told why', async () => {
  const maya = await dashboard.openAs('Maya Okafor', '/environments')
  await goTo(maya, `/proposals/${await proposeWithKey(dashboard, maya)}`)
  await readRefusal(maya)
})

test('strict comes off by two, and the log tells of all of it in words', async () => {
  const maya = await dashboard.openAs('Maya Okafor', '/environments')
  await maya.getByRole('switch', { name: 'Production is strict' }).click()
  await maya.getByRole('link', { name: 'change proposed' }).click()
  await at(maya, 'Make it strict no longer').waitFor()
  const tom = await dashboard.openAs('Tom de Vries', '/proposals')
  await tom.getByRole('link', { name: /Production.*Make it strict no longer/ }).click()
  await tom.getByRole('button', { name: 'Approve', exact: true }).click()
  await at(tom, 'You approved this').waitFor()
  await tom.getByRole('link', { name: 'Open the environment' }).click()
  await tom.getByRole('switch', { name: 'Production is strict', checked: false }).waitFor()
  await goTo(tom, '/audit')
  const says = async () => (await tom.locator('.log p').allTextContents()).map((one) => one.replace(/\s+/g, ' ').trim())
  for (const sentence of [
    'Tom de Vries made Production strict no longer',
    'Tom de Vries approved Maya Okafor’s change to Production: make it strict no longer',
    'Maya Okafor proposed a change to Production: make it strict no longer',
    'Tom de Vries archived the flag gift-cards',
    'Tom de Vries approved Maya Okafor’s change to gift-cards in Production: archive the flag',
    'Maya Okafor made Production strict. What one admin could do there takes two people',
  ]) {
    await expect.poll(says).toContain(sentence)
  }
})
