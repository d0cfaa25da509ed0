import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, projectId, environments } = dashboard
const production = { projectId, envId: environments.production ?? '' }
const staging = { projectId, envId: environments.staging ?? '' }
const flagKey = 'new-navigation'

const historyOf = async (place: { projectId: string; envId: string }) =>
  (await api.listFlagVersions({ params: { ...place, flagKey } })).items

const setShare = (page: Page, share: string) =>
  page.getByRole('textbox', { name: 'Share of rule 1, in percent' }).fill(share)

test('why a version was saved is in the history and in the log', async () => {
  const page = await dashboard.open(`/flags/${flagKey}?env=staging`)
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByLabel('Why').fill('Nobody uses it there')
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
  expect(await dialog.getByLabel('Why').inputValue()).toBe('Nobody uses it there')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await bar.getByLabel('Why').press('Enter')
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  await bar.waitFor({ state: 'detached' })
  expect((await historyOf(staging))[0]).toMatchObject({ version: 2, comment: 'Nobody uses it there' })
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('“Nobody uses it there”').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText(`saved version 2 of ${flagKey} in Staging: “Nobody uses it there”`).waitFor()

  await page.goBack()
  await page.getByRole('region', { name: 'Comparison' }).getByLabel('Why').fill('Somebody does')
  await page.getByRole('region', { name: 'Comparison' }).getByLabel('Why').press('Enter')
  await page.getByText('“Somebody does”').waitFor()
  expect((await historyOf(staging))[0]).toMatchObject({ version: 3, comment: 'Somebody does' })
})

test('why something is proposed stands with the proposal', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags?q=gift-cards')
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Production' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose to turn Gift cards off?' })
  await dialog.getByLabel('Why').fill('The campaign is over')
  expect(await dialog.getByRole('button', { name: 'Save in an emergency' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Propose off, give false' }).click()
  await page.getByRole('link', { name: 'Proposals' }).click()
  // One's own proposal waits for another person.
  await page.getByRole('radio', { name: /^Waiting/ }).click()
  await page.getByRole('link', { name: /Gift cards.*“The campaign is over”/ }).click()
  await page.getByRole('blockquote').filter({ hasText: 'The campaign is over' }).waitFor()
})

test('an admin allows emergency saves, and makes one: it is marked wherever it is shown', async () => {
  const page = await dashboard.open('/environments')
  await page.getByRole('switch', { name: /In an emergency admins save in Production/ }).click()
  await page.getByText('admins alone').waitFor()

  await page.goto(`${dashboard.url}/projects/${projectId}/flags/${flagKey}?env=production`)
  await setShare(page, '0')
  await page.getByRole('button', { name: 'Save in an emergency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save in Production past the proposals?' })
  await dialog.getByRole('button', { name: 'Save now' }).click()
  await dialog.getByText('Say why it cannot wait for a second person.').waitFor()
  await dialog.getByLabel('Why').fill('Navigation crashes the app')
  await dialog.getByLabel('Why').press('Enter')
  await page.getByText('Saved as version 4', { exact: true }).waitFor()
  expect((await historyOf(production))[0]).toMatchObject({ emergency: true, comment: 'Navigation crashes the app' })

  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('Emergency', { exact: true }).waitFor()
  await page.getByText('You, past the proposals').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('in Production past the proposals, in an emergency: “Navigation crashes the app”').waitFor()
  await page.getByText('allowed emergency saves in Production').waitFor()
})

test('in an emergency a flag is turned off in production from the list', async () => {
  const page = await dashboard.open('/flags?q=loyalty-banner')
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await page.getByRole('button', { name: 'Save in an emergency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save in Production past the proposals?' })
  await dialog.getByText('Nobody else looks at it first.').waitFor()
  await dialog.getByLabel('Why').fill('It shows wrong points')
  await dialog.getByRole('button', { name: 'Turn it off now' }).click()
  await page.getByText('Saved past the proposals', { exact: true }).waitFor()
  const [newest] = (await api.listFlagVersions({ params: { ...production, flagKey: 'loyalty-banner' } })).items
  expect(newest).toMatchObject({ emergency: true, comment: 'It shows wrong points', config: { enabled: false } })
})

test('an editor proposes there as ever', async () => {
  const page = await dashboard.openAs('Ines Ferreira', `/flags/${flagKey}?env=production`)
  await setShare(page, '20')
  await page.getByRole('button', { name: 'Propose change' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save in an emergency' }).count()).toBe(0)
  await page.getByRole('region', { name: 'Unsaved changes' }).getByLabel('Why').fill('A fifth at first')
  await page.keyboard.press('Control+s')
  await page.getByText('Your proposal is waiting').waitFor()
  const [proposal] = (await api.listFlagProposals({ params: { ...production, flagKey } })).items
  expect(proposal).toMatchObject({ status: 'pending', comment: 'A fifth at first' })
})
