import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Maya Okafor': 'admin', 'Tom de Vries': 'admin', 'Eva Novak': 'editor' },
})
const { api, projectId, environments } = dashboard
const production = { projectId, envId: environments.production ?? '' }

const at = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const flag = (flagKey: string) => api.getFlag({ params: { projectId, flagKey } })
const openMenu = async (page: Page) => {
  // Menus close when the page around them becomes whole.
  await page.getByRole('switch', { name: /^On in/ }).waitFor()
  await page.getByRole('button', { name: 'More for this flag' }).click()
}
const archive = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive the flag' }).click()
}

test('an editor is told why they neither archive nor publish what a protected environment has', async () => {
  const page = await dashboard.openAs('Eva Novak', '/flags/gift-cards')
  await openMenu(page)
  const item = page.getByRole('menuitem', { name: 'Archive' })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByText('It has a version in Production, which is protected').waitFor()
  expect(await page.getByLabel(/Client-safe/).isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
})

test('an admin makes an environment strict alone', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/environments')
  const strict = page.getByRole('switch', { name: 'Production is strict' })
  await strict.click()
  await page.getByRole('switch', { name: 'Production is strict', checked: true }).waitFor()
  expect(await page.getByRole('switch', { name: 'Staging is strict' }).count()).toBe(0)
  expect(await api.getEnvironment({ params: production })).toMatchObject({ protected: true, strict: true })
  await takePicture(page, 'environments-strict')
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
  await takePicture(maya, 'proposal-archive-own')

  const tom = await dashboard.openAs('Tom de Vries', '/proposals')
  await tom.getByRole('link', { name: /gift-cards in Production.*Archive the flag.*Maya Okafor/ }).click()
  await tom.getByText('Apps get nothing for it from then on').waitFor()
  expect(await findProblems(tom, 'proposal-archive')).toEqual([])
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
  const made = await maya.evaluate(
    async ([project, env]) => {
      const response = await fetch(`/v1/projects/${project}/environments/${env}/api-keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'server', description: 'Deploys' }),
      })
      return (await response.json()) as { key: string }
    },
    [projectId, environments.development ?? ''],
  )
  const response = await fetch(`${dashboard.url}/v1/projects/${projectId}/flags/loyalty-banner`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ archived: true }),
  })
  const { id } = (await response.json()) as { id: string }
  await goTo(maya, `/proposals/${id}`)
  await maya.getByRole('button', { name: 'Approve', exact: true }).click()
  await maya.getByRole('alert').getByText('You proposed this yourself, with your key "Deploys"').waitFor()
  await takePicture(maya, 'proposal-own-key')
  expect(await findBarriers(maya)).toEqual([])
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
  await takePicture(tom, 'audit-strict')
})
