import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { oldSite, openArchive, pastEnd, rowOf } from '../support/health.ts'

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
  // Somebody else makes one, and the page says so by itself.
  await api.createFlag({ params, body: { key: 'new-here', name: 'New here', type: 'boolean' } })
  await page.getByText(`${items.length + 1} active flags`).waitFor()
})

test('what to clean up says why; a flag is taken over, and archived once it is clear who asked for it', async () => {
  const page = await dashboard.open('/cleanup')
  await rowOf(page, 'Old banner').getByText('Nobody ever asked for it').waitFor()

  await page.getByRole('radio', { name: /^Past its end/ }).click()
  await rowOf(page, 'Gift cards').getByText('Should have ended on 31 Jan').waitFor()
  await rowOf(page, 'Old banner').waitFor({ state: 'detached' })
  expect(page.url()).toContain('reason=past_end')

  await rowOf(page, 'Gift cards').getByRole('button', { name: 'Own Gift cards' }).click()
  await page.getByText('You own Gift cards').first().waitFor()
  await rowOf(page, 'Gift cards').getByText('Nobody looks after it').waitFor({ state: 'detached' })

  const dialog = await openArchive(dashboard, page)
  await dialog.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('None of these').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await rowOf(page, 'Gift cards').waitFor()
})
