import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { openFlags } from '../support/flags-table.ts'
import { addManyEnvironments } from '../support/many-environments.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { Vera: 'viewer' } })
await addManyEnvironments(dashboard)
const { api, projectId } = dashboard

const headsOf = (page: Page) =>
  page
    .getByRole('columnheader')
    .allTextContents()
    .then((heads) => heads.slice(3, -1))

const usual = ['Production', 'Last change', 'Asked a day', 'Type']

const openChooser = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.waitFor()
  return chooser
}

test('a person chooses the columns, by themselves and for one project, until it is as it was', async () => {
  const page = await openFlags(dashboard)
  expect(await headsOf(page)).toEqual(usual)
  const chooser = await openChooser(page)
  await chooser.getByRole('checkbox', { name: 'Type' }).click()
  await chooser.getByRole('checkbox', { name: 'Client-safe' }).click()
  await expect.poll(() => headsOf(page)).toEqual(['Production', 'Last change', 'Asked a day', 'Client-safe'])
  await page.reload()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(await headsOf(page)).toEqual(['Production', 'Last change', 'Asked a day', 'Client-safe'])

  const hers = await dashboard.openAs('Vera', '/flags')
  await hers.getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(await headsOf(hers)).toEqual(usual)
  const { id } = await api.createProject({ body: { name: 'Other', slug: 'other' } })
  await api.createFlag({ params: { projectId: id }, body: { key: 'one', name: 'One', type: 'boolean' } })
  const other = await dashboard.open(`//projects/${id}/flags`)
  await other.getByRole('link', { name: 'One', exact: true }).waitFor()
  expect(await headsOf(other)).toEqual(usual)

  const again = await openFlags(dashboard)
  await (await openChooser(again)).getByRole('button', { name: 'As it was' }).click()
  await expect.poll(() => headsOf(again)).toEqual(usual)
})

test('what is in the second line is chosen', async () => {
  await api.createFlag({
    params: { projectId },
    body: { key: 'express-slots', name: 'Express slots', type: 'boolean', tags: ['delivery'] },
  })
  const page = await openFlags(dashboard, '?q=express')
  const row = page.getByRole('row', { name: /Express slots/ })
  await row.getByText('delivery').waitFor()
  const chooser = await openChooser(page)
  await chooser.getByRole('checkbox', { name: 'Tags' }).click()
  await row.getByText('delivery').waitFor({ state: 'detached' })
  await row.getByText('express-slots').waitFor()
})

test('which pennants are in view is chosen, production always, and no more than six', async () => {
  const page = await openFlags(dashboard)
  await page
    .getByText('Left to right: Production, Staging, Development, Production EU, Production US, then 15 more')
    .waitFor()
  const chooser = await openChooser(page)
  expect(await chooser.getByRole('checkbox', { name: 'Production', exact: true }).isDisabled()).toBe(true)
  await chooser.getByRole('checkbox', { name: 'Staging', exact: true }).click()
  await chooser.getByRole('textbox', { name: 'Find an environment' }).fill('qa')
  await chooser.getByRole('checkbox', { name: 'QA', exact: true }).click()
  await page
    .getByText('Left to right: Production, Development, Production EU, Production US, QA, then 15 more')
    .waitFor()
  await chooser.getByRole('checkbox', { name: 'QA mobile' }).click()
  await chooser.getByRole('heading', { name: 'Pennants in view 6 of 20' }).waitFor()
  await chooser.getByRole('textbox', { name: 'Find an environment' }).fill('')
  expect(await chooser.getByRole('checkbox', { name: 'Staging', exact: true }).isDisabled()).toBe(true)
  await chooser.getByRole('button', { name: '12 more' }).click()
  await chooser.getByRole('checkbox', { name: 'Dev mobile' }).waitFor()
})
