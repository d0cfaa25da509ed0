import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { askForGiftCards, oldSite, openArchive, pastEnd, rowOf } from '../support/health.ts'
import { openAction, previewOf } from '../support/many-flags.ts'

const dashboard = await startDashboardHere(oldSite)
const { api, projectId } = dashboard
const params = { projectId, flagKey: 'gift-cards' }
await api.updateFlag({ params, body: pastEnd })

test('the overview counts flags by kind and age, and changes by week', async () => {
  const page = await dashboard.open('/overview')
  const kinds = page.getByRole('table', { name: 'Flags by kind' })
  await kinds.waitFor()
  expect(
    await kinds
      .getByRole('row', { name: /^Release/ })
      .getByRole('cell')
      .last()
      .innerText(),
  ).toBe('1')
  const weeks = page.getByRole('list', { name: 'Changes by week' })
  expect(await weeks.getByRole('listitem').count()).toBe(12)

  const { items } = await api.listFlags({ params, query: { archived: 'false' } })
  await page.getByText(`${items.length} active flags`).waitFor()
  // Another person creates a flag, and the page updates by itself.
  await api.createFlag({ params, body: { key: 'new-here', name: 'New here', type: 'boolean' } })
  await page.getByText(`${items.length + 1} active flags`).waitFor()
})

test('what to clean up says why; a flag is taken over, and archived once it is clear who asked for it', async () => {
  const page = await dashboard.open('/cleanup')
  await rowOf(page, 'Old banner').getByText('Nobody ever asked for it').waitFor()

  await page.getByRole('radio', { name: /^Past its end/ }).click()
  await rowOf(page, 'Gift cards').getByText('Should have ended on 31 Jan 2026').waitFor()
  await rowOf(page, 'Old banner').waitFor({ state: 'detached' })
  expect(page.url()).toContain('reason=past_end')

  await rowOf(page, 'Gift cards').getByRole('button', { name: 'More for Gift cards' }).click()
  await page.getByRole('menuitem', { name: 'Look after it myself' }).click()
  await page.getByText('You own Gift cards').first().waitFor()
  await rowOf(page, 'Gift cards').getByText('no owner').waitFor({ state: 'detached' })
  await rowOf(page, 'Gift cards').getByRole('cell', { name: 'You', exact: true }).waitFor()

  const dialog = await openArchive(dashboard, page)
  await dialog.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('None of these').waitFor()
  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await rowOf(page, 'Gift cards').waitFor()
})

test('what to clean up is a table: pennants, owner, last asked; what is selected is done together, and taken back', async () => {
  await askForGiftCards(dashboard)
  const page = await dashboard.open('/cleanup')
  const old = rowOf(page, 'Old banner')
  await old.getByRole('img', { name: 'Production: nothing yet' }).waitFor()
  await old.getByRole('cell', { name: 'never', exact: true }).waitFor()
  await old.getByRole('cell', { name: 'nobody', exact: true }).waitFor()
  // A flag that is never evaluated comes before one that only lacks an owner.
  expect(await page.getByRole('row').nth(1).innerText()).toContain('Old banner')
  await old.getByRole('button', { name: 'Archive: Old banner' }).waitFor()

  await page.getByRole('checkbox', { name: 'Select Old banner' }).check()
  await page.getByRole('checkbox', { name: 'Select Gift cards' }).check()
  await page.getByText('2 flags selected').waitFor()
  await page.getByText('1 of them is still asked for').waitFor()
  await openAction(page, 'End later')
  await page.getByLabel('Expected end').fill('2099-03-01')
  await previewOf(page).getByText('no end → 1 Mar 2099').waitFor()
  await previewOf(page).getByText('31 Jan 2026 → 1 Mar 2099').waitFor()
  await page.getByRole('button', { name: 'Give 2 flags until 1 Mar 2099' }).click()
  await page.getByText('2 flags have until 1 Mar 2099.').waitFor()
  expect(await api.getFlag({ params: { projectId, flagKey: 'old-banner' } })).toMatchObject({
    expectedEnd: '2099-03-01',
  })
  await page.getByRole('button', { name: 'Undo all of it' }).click()
  await page.getByText('All of it is as it was.').waitFor()
  expect(await api.getFlag({ params: { projectId, flagKey: 'old-banner' } })).not.toHaveProperty('expectedEnd')

  await old.getByRole('link', { name: 'Old banner' }).focus()
  await page.keyboard.press('x')
  await page.getByText('1 flag selected').waitFor()
  await page.keyboard.press('o')
  await page.getByRole('dialog', { name: 'Give 1 flag an owner' }).waitFor()
})

test('the overview begins with what needs attention, and each leads to where something can be done', async () => {
  const page = await dashboard.open('/overview')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText(/waits? for you/).waitFor()
  const first = await attention.getByRole('listitem').first().textContent()
  expect(first).toMatch(/wait/)
  await attention.getByRole('link', { name: /nobody who looks after/ }).click()
  await page.getByRole('heading', { name: 'Clean up', exact: true }).waitFor()
  expect(page.url()).toContain('reason=no_owner')
})

test('it says whose flags are how old', async () => {
  const page = await dashboard.open('/overview')
  const owners = page.getByRole('table', { name: 'Ages by owner' })
  await owners.getByRole('row', { name: /Nobody.*\d+ flags?.*oldest \d+ days?/ }).waitFor()
})

test('it has the answers of the last 24 hours by the hour', async () => {
  const environmentId = dashboard.environments.production ?? ''
  const event = {
    flagKey: 'new-navigation',
    environmentId,
    value: 'true',
    reason: 'DEFAULT' as const,
    ruleId: null,
    sdkType: 'server' as const,
    sdkVersion: '1.0.0',
    evaluatedAt: new Date().toISOString(),
    count: 12,
  }
  const { hours: before } = await api.getOverview({ params: { projectId } })
  const told = before.reduce((sum, { evaluations }) => sum + evaluations, 0)
  await api.recordEvents({ body: { events: [event] } })
  await expect
    .poll(async () =>
      (await api.getOverview({ params: { projectId } })).hours.reduce((sum, one) => sum + one.evaluations, 0),
    )
    .toBe(told + 12)
  const page = await dashboard.open('/overview')
  await page.reload()
  await page.getByText(`${told + 12} answers in the last 24 hours`).waitFor()
  expect(await page.getByRole('list', { name: 'Answers by hour' }).getByRole('listitem').count()).toBe(24)
})
